import Quantities

/// A property of a layer, named as its key.
///
/// The corresponding properties are those of `CALayer` and its subclasses.
public enum Property: UInt8, CaseIterable, Hashable, Sendable {
  // CALayer: geometry.
  case anchorPoint, anchorPointZ, bounds, position, zPosition, transform, sublayerTransform

  // CALayer: look.
  case opacity, cornerRadius, borderWidth, shadowOpacity, shadowRadius, contentsScale
  case rasterizationScale, minificationFilterBias, backgroundColor, borderColor, shadowColor
  case shadowOffset, contentsRect, contentsCenter, hidden, masksToBounds, shouldRasterize
  case doubleSided, shadowPath, contents, mask, sublayers, filters, backgroundFilters
  case compositingFilter

  // CALayer: not animatable.
  case frame, affineTransform, contentsGravity, contentsFormat, cornerCurve, maskedCorners
  case magnificationFilter, minificationFilter, edgeAntialiasingMask, allowsEdgeAntialiasing
  case allowsGroupOpacity, geometryFlipped, drawsAsynchronously, needsDisplayOnBoundsChange
  case opaque, name, delegate, actions, style, layoutManager
  case speed, beginTime, timeOffset, duration, repeatCount, repeatDuration, autoreverses, fillMode

  // CAReplicatorLayer and CAEmitterLayer.
  case preservesDepth

  // CAShapeLayer.
  case path, fillColor, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit, lineDashPhase
  case fillRule, lineCap, lineJoin, lineDashPattern

  // CAGradientLayer.
  case colors, locations, startPoint, endPoint
  case type

  // CATextLayer.
  case fontSize, foregroundColor
  case string, font, alignmentMode, truncationMode, wrapped

  // CATiledLayer.
  case tileSize, levelsOfDetail, levelsOfDetailBias

  // CAReplicatorLayer.
  case instanceDelay, instanceTransform, instanceColor, instanceRedOffset, instanceGreenOffset
  case instanceBlueOffset, instanceAlphaOffset
  case instanceCount

  // CAEmitterLayer.
  case emitterPosition, emitterZPosition, emitterSize, emitterDepth, birthRate, lifetime, velocity
  case scale, spin
  case emitterCells, emitterShape, emitterMode, renderMode, seed

  /// The key.
  public var key: String { Self.keys[Int(rawValue)] }

  /// The property of a key, if there is one.
  public init?(key: some StringProtocol) {
    guard let index = Self.keys.firstIndex(where: { $0 == key }) else { return nil }
    self = Self.allCases[index]
  }

  private static let keys = allCases.map { "\($0)" }

  /// The kinds of layer that have the property.
  public var owners: [LayerKind] {
    switch self {
    case .path, .fillColor, .strokeColor, .strokeStart, .strokeEnd, .lineWidth, .miterLimit,
      .lineDashPhase, .fillRule, .lineCap, .lineJoin, .lineDashPattern:
      [.shape]
    case .colors, .locations, .startPoint, .endPoint, .type: [.gradient]
    case .fontSize, .foregroundColor, .string, .font, .alignmentMode, .truncationMode, .wrapped:
      [.text]
    case .tileSize, .levelsOfDetail, .levelsOfDetailBias: [.tiled]
    case .instanceDelay, .instanceTransform, .instanceColor, .instanceRedOffset,
      .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset, .instanceCount:
      [.replicator]
    case .preservesDepth: [.replicator, .emitter]
    case .emitterPosition, .emitterZPosition, .emitterSize, .emitterDepth, .birthRate, .lifetime,
      .velocity, .scale, .spin, .emitterCells, .emitterShape, .emitterMode, .renderMode, .seed:
      [.emitter]
    default: LayerKind.allCases
    }
  }

  /// The kind of its value.
  public var type: ValueType {
    switch self {
    case .anchorPoint, .position, .startPoint, .endPoint, .emitterPosition: .point
    case .shadowOffset, .tileSize, .emitterSize: .size
    case .bounds, .contentsRect, .contentsCenter, .frame: .rect
    case .transform, .sublayerTransform, .instanceTransform, .affineTransform: .transform
    case .backgroundColor, .borderColor, .shadowColor, .fillColor, .strokeColor, .foregroundColor,
      .instanceColor:
      .color
    case .hidden, .masksToBounds, .shouldRasterize, .doubleSided, .allowsEdgeAntialiasing,
      .allowsGroupOpacity, .geometryFlipped, .drawsAsynchronously, .needsDisplayOnBoundsChange,
      .opaque, .autoreverses, .wrapped, .preservesDepth:
      .flag
    case .shadowPath, .path: .path
    case .contents: .contents
    case .mask: .layer
    case .sublayers: .layers
    case .filters, .backgroundFilters: .filters
    case .compositingFilter: .filter
    case .contentsGravity, .contentsFormat, .cornerCurve, .magnificationFilter,
      .minificationFilter, .name, .fillMode, .fillRule, .lineCap, .lineJoin, .type, .string, .font,
      .alignmentMode, .truncationMode, .emitterShape, .emitterMode, .renderMode:
      .text
    case .lineDashPattern, .locations: .numbers
    case .colors: .colors
    case .delegate, .actions, .style, .layoutManager, .emitterCells: .opaque
    default: .number
    }
  }

  /// Whether animations change what is shown of it.
  public var isAnimatable: Bool {
    switch self {
    case .frame, .affineTransform, .contentsGravity, .contentsFormat, .cornerCurve,
      .maskedCorners, .magnificationFilter, .minificationFilter, .edgeAntialiasingMask,
      .allowsEdgeAntialiasing, .allowsGroupOpacity, .geometryFlipped, .drawsAsynchronously,
      .needsDisplayOnBoundsChange, .opaque, .name, .delegate, .actions, .style, .layoutManager,
      .speed, .beginTime, .timeOffset, .duration, .repeatCount, .repeatDuration, .autoreverses,
      .fillMode, .fillRule, .lineCap, .lineJoin, .lineDashPattern, .type, .string, .font,
      .alignmentMode, .truncationMode, .wrapped, .tileSize, .levelsOfDetail, .levelsOfDetailBias,
      .instanceCount, .preservesDepth, .emitterCells, .emitterShape, .emitterMode, .renderMode,
      .seed:
      false
    default: true
    }
  }

  /// The animation that a change brings where no action is found.
  ///
  /// Appendix B of Apple's Core Animation Programming Guide lists one for `shadowPath`, whose own
  /// page denies it: the page wins (`rule`).
  public var implicitAction: ImplicitAction {
    guard isAnimatable else { return .nothing }
    switch self {
    case .doubleSided, .path, .shadowPath: return .nothing
    case .backgroundFilters, .compositingFilter: return .fade
    default: return .basic
    }
  }

  /// The value of a new layer.
  ///
  /// Sources are the pages of the classes, and what OpenCoreAnimation measured.
  public var initialValue: PropertyValue {
    switch self {
    case .anchorPoint: .point(Point(x: 0.5, y: 0.5))
    case .contentsRect, .contentsCenter: .rect(.unit)
    case .shadowOffset: .size(Size(width: 0, height: -3))
    case .shadowRadius: .number(3)
    case .opacity, .contentsScale, .rasterizationScale, .speed, .strokeEnd, .lineWidth,
      .levelsOfDetail, .instanceCount, .birthRate, .lifetime, .velocity, .scale, .spin:
      .number(1)
    case .duration: .number(.infinity)
    case .shadowColor, .borderColor, .fillColor: .color(.black)
    case .foregroundColor, .instanceColor: .color(.white)
    case .doubleSided, .allowsGroupOpacity: .flag(true)
    case .miterLimit: .number(10)
    case .fontSize: .number(36)
    case .maskedCorners, .edgeAntialiasingMask: .number(15)
    case .contentsGravity: .text("resize")
    case .contentsFormat: .text("RGBA8")
    case .cornerCurve: .text("circular")
    case .magnificationFilter, .minificationFilter: .text("linear")
    case .fillMode: .text("removed")
    case .fillRule: .text("non-zero")
    case .lineCap: .text("butt")
    case .lineJoin: .text("miter")
    case .type: .text("axial")
    case .font: .text("Helvetica")
    case .alignmentMode: .text("natural")
    case .truncationMode: .text("none")
    case .startPoint: .point(Point(x: 0.5, y: 0))
    case .endPoint: .point(Point(x: 0.5, y: 1))
    case .tileSize: .size(Size(width: 256, height: 256))
    case .emitterShape: .text("point")
    case .emitterMode: .text("volume")
    case .renderMode: .text("unordered")
    default: type.zero
    }
  }
}

/// What a change of a property brings by itself.
public enum ImplicitAction: String, Hashable, Sendable {
  /// A basic animation from what is shown to the new value.
  case basic

  /// A transition that fades.
  case fade = "fade transition"

  /// Nothing.
  case nothing = "none"
}

extension ValueType {
  /// The value of zeros, or nothing.
  var zero: PropertyValue {
    switch self {
    case .number, .radians: .number(0)
    case .flag: .flag(false)
    case .point: .point(.zero)
    case .size: .size(Size(width: 0, height: 0))
    case .rect: .rect(.zero)
    case .transform: .transform(.identity)
    case .layers: .layers([])
    case .color, .path, .numbers, .colors, .text, .contents, .layer, .filters, .filter, .opaque:
      .nothing
    }
  }
}
