"use strict";
// The page holds no rule: "data" has, for each gesture and policy, the thresholds at which the
// engine's answer turns, and this script looks the answer up.

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);

// What was chosen; null stands for "as it was replayed".
const state = { threshold: null, velocity: null, policy: data.policy, gesture: 0, all: false,
  filter: "", sort: "" };

// MARK: The engine's answers

/** The threshold that a policy has for a gesture: the chosen one, or its own. */
function thresholdOf(policy, verdict) {
  const follows = data.policies[policy].follows_threshold || policy === state.policy || state.all;
  return follows && state.threshold !== null ? state.threshold : verdict.threshold;
}

function velocity() {
  return state.velocity ?? data.flick;
}

/** The last entry that begins at or before a value. */
function last(entries, value) {
  let found = entries[0];
  for (const entry of entries) if (entry[0] <= value) found = entry;
  return found;
}

/** The steps of a gesture under a policy at a velocity, or null if it does not begin. */
function steps(gesture, policy, flick = velocity()) {
  const verdict = data.gestures[gesture].verdicts[policy];
  return verdict && last(verdict.table, flick)[1];
}

/** The answer of a policy to a gesture, or null if it does not begin. */
function answer(gesture, policy, threshold, flick = velocity()) {
  const verdict = data.gestures[gesture].verdicts[policy];
  if (!verdict) return null;
  const bar = threshold ?? thresholdOf(policy, verdict);
  const [, outcome, rule, base, ofThreshold, ofVelocity] = last(steps(gesture, policy, flick), bar);
  const margin = base === null ? null : base + ofThreshold * bar + ofVelocity * flick;
  return { outcome, rule, margin, threshold: bar };
}

/** Whether an outcome is not what the person meant; null if that is not known. */
function isWrong(gesture, outcome) {
  const intent = data.recordings[data.gestures[gesture].recording].intent;
  return intent && (outcome === "finish") !== (intent === "finish");
}

// MARK: Words

function fixed(value, places) {
  const text = value.toFixed(places);
  if (!text.includes(".")) return text;
  const short = text.replace(/0+$/, "").replace(/\.$/, "");
  return short === "-0" ? "0" : short;
}

/** A number with some digits behind the point, or the first two of one that is smaller. */
function short(value, places) {
  const text = fixed(value, places);
  return text === "0" && value !== 0 ? String(Number(value.toPrecision(2))) : text;
}

const percent = (progress) => `${short(progress * 100, 1)}%`;
const speed = (value) => `${short(value, 2)} /s`;

function reason({ rule, margin }) {
  if (margin === null) return rule;
  if (margin === 0) return `${rule}, exactly at it`;
  const isProgress = rule === "threshold" || rule === "projection";
  const size = (isProgress ? percent : speed)(Math.abs(margin));
  return `${rule}, ${size} ${margin < 0 ? "short of" : "past"} it`;
}

function turn(list) {
  if (!list) return "–";
  return list.length > 1 ? `${list[0][1]} up to ${percent(list[1][0])}` :
    `${list[0][1]} at any threshold`;
}

function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

// MARK: A gesture

const articles = [...document.querySelectorAll("article.gesture")];

function showOutcome(place, found) {
  const outcome = found ? found.outcome : "none";
  const word = place.querySelector(".outcome");
  word.className = `outcome ${outcome}`;
  setText(word, outcome);
  setText(place.querySelector(".why"), found ? reason(found) : "it does not begin");
}

function showGesture(gesture) {
  const article = articles[gesture];
  if (!article) return;
  const found = answer(gesture, state.policy);
  const headline = article.querySelector(".headline");
  setText(headline.querySelector(".policy"), data.policies[state.policy].name);
  showOutcome(headline, found);
  const intent = headline.querySelector(".intent");
  if (intent) intent.classList.toggle("wrong", Boolean(isWrong(gesture, found?.outcome)));
  for (const row of article.querySelectorAll("tr[data-policy]")) {
    const policy = Number(row.dataset.policy);
    row.classList.toggle("current", policy === state.policy);
    showOutcome(row.querySelector(".verdict"), answer(gesture, policy));
    setText(row.querySelector(".turn"), turn(steps(gesture, policy)));
  }
  const outcomes = data.policies.map((_, policy) => answer(gesture, policy)?.outcome ?? "none");
  const count = (outcome) => outcomes.filter((it) => it === outcome).length;
  const none = count("none") ? `, under ${count("none")} it does not begin` : "";
  setText(article.querySelector(".summary"),
    `${count("finish")} finish, ${count("cancel")} cancel${none}`);
  // How it settles was seen in the replay alone.
  article.classList.toggle("turned", found?.outcome !== data.gestures[gesture].outcome);
  moveLines(article, shownThreshold(), scaleOf(gesture, state.policy),
    scaleOf(gesture, data.policies.findIndex((policy) => policy.follows_velocity)));
}

/** How much of the progress that the plots have makes progress 1 of a policy. */
function scaleOf(gesture, policy) {
  return data.gestures[gesture].verdicts[policy]?.scale ?? 1;
}

function moveLines(root, threshold, scale, flickScale) {
  const flick = velocity() * flickScale;
  const values = { threshold: threshold * scale, forward: flick, backward: flick };
  for (const line of root.querySelectorAll("[data-line]")) {
    const { line: name, axis, from, step } = line.dataset;
    const place = Number(from) + Number(step) * values[name];
    for (const end of ["1", "2"]) line.setAttribute(axis + end, String(place));
  }
  for (const label of root.querySelectorAll("[data-label]")) {
    const place = Number(label.dataset.from) + Number(label.dataset.step) * values.threshold;
    label.style.top = `${place / 10}%`;
    label.hidden = place < 0 || place > 1000;
    setText(label, percent(threshold));
  }
}

// MARK: All gestures

const rows = [...document.querySelectorAll("#gestures tbody tr")];
const known = data.gestures.map((_, index) => index).filter((index) => isWrong(index, "") !== null);

function showOverview() {
  if (!rows.length) return;
  rows.forEach((row, index) => {
    const found = answer(index, state.policy);
    const outcome = found ? found.outcome : "none";
    const wrong = isWrong(index, outcome);
    const key = `${outcome} ${wrong}`;
    if (row.dataset.key !== key) {
      row.dataset.key = key;
      const word = row.querySelector(".outcome");
      word.className = `outcome ${outcome}`;
      setText(word, outcome);
      row.classList.toggle("wrong", Boolean(wrong));
    }
    row.classList.toggle("current", index === state.gesture);
  });
  for (const name of document.querySelectorAll("#overview .policy")) {
    setText(name, data.policies[state.policy].name);
  }
  filterRows();
}

/** Writes what depends on the policy and the velocity, but not on the threshold. */
function showTurns() {
  rows.forEach((row, index) => setText(row.querySelector(".turn"), turn(steps(index, state.policy))));
}

function isShown(index) {
  const outcomes = data.policies.map((_, policy) => answer(index, policy)?.outcome ?? "none");
  const outcome = outcomes[state.policy];
  switch (state.filter) {
    case "disagree": return new Set(outcomes).size > 1;
    case "finish": case "cancel": return outcome === state.filter;
    case "wrong": return Boolean(isWrong(index, outcome));
    default: return true;
  }
}

function filterRows() {
  let count = 0;
  rows.forEach((row, index) => {
    const shows = state.filter === "" || isShown(index);
    if (row.hidden === shows) row.hidden = !shows;
    count += shows ? 1 : 0;
  });
  setText(find("filter-count"), state.filter ? `${count} of ${rows.length}` : "");
}

const columns = {
  gesture: (index) => index,
  fingers: (index) => cell(index, 1, Number),
  direction: (index) => cell(index, 2, String),
  progress: (index) => cell(index, 3, parseFloat),
  velocity: (index) => cell(index, 4, parseFloat),
  verdict: (index) => cell(index, 5, String),
  turns: (index) => turnsAt(steps(index, state.policy)),
  meant: (index) => cell(index, 7, String),
};

const cell = (index, column, read) => read(rows[index].cells[column].textContent);

function turnsAt(list) {
  if (!list) return -2;
  return list.length > 1 ? list[1][0] : list[0][1] === "finish" ? Infinity : -1;
}

function sortRows() {
  const name = state.sort.replace(/^-/, "") || "gesture";
  const down = state.sort.startsWith("-");
  const read = columns[name];
  if (!read || !rows.length) return;
  const keys = rows.map((_, index) => read(index));
  const order = rows.map((_, index) => index).sort((a, b) => {
    const side = keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0;
    return (down ? -side : side) || a - b;
  });
  rows[0].parentNode.append(...order.map((index) => rows[index]));
  for (const head of document.querySelectorAll("#gestures thead th")) {
    const isIt = state.sort && head.textContent === name;
    if (isIt) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

// MARK: False finishes and false cancels

/** The thresholds at which the counts of wrong answers change, and the counts from there on. */
function wrongCounts() {
  const changes = new Map([[0, [0, 0]]]);
  const totals = { finish: 0, cancel: 0 };
  const add = (threshold, kind, change) => {
    if (!changes.has(threshold)) changes.set(threshold, [0, 0]);
    changes.get(threshold)[kind] += change;
  };
  for (const index of known) {
    const list = steps(index, state.policy);
    const isMeant = isWrong(index, "finish") === false;
    totals[isMeant ? "finish" : "cancel"] += 1;
    const kind = isMeant ? 1 : 0;
    let was = false;
    for (const [threshold, outcome] of list ?? [[0, "none"]]) {
      const wrong = isWrong(index, outcome);
      if (wrong !== was) add(threshold, kind, wrong ? 1 : -1);
      was = wrong;
    }
  }
  const counts = [0, 0];
  const list = [...changes].sort((a, b) => a[0] - b[0]).map(([threshold, change]) => {
    counts[0] += change[0];
    counts[1] += change[1];
    return [threshold, counts[0], counts[1]];
  });
  return { list, totals };
}

let wrong = null;

function drawCurve() {
  const figure = find("curve");
  if (!figure) return;
  figure.hidden = false;
  wrong = wrongCounts();
  const draw = (name, column, total) => {
    const share = (count) => 1000 - (total ? count / total : 0) * 1000;
    const points = [];
    let before = null;
    for (const entry of wrong.list.filter(([threshold]) => threshold <= 1)) {
      const x = entry[0] * 1000;
      if (before !== null) points.push(`${x},${before}`);
      before = share(entry[column]);
      points.push(`${x},${before}`);
    }
    points.push(`1000,${before}`);
    figure.querySelector(`.${name}`).setAttribute("points", points.join(" "));
  };
  draw("false-finish", 1, wrong.totals.cancel);
  draw("false-cancel", 2, wrong.totals.finish);
}

function tellCurve() {
  const figure = find("curve");
  if (!figure || !wrong) return;
  const threshold = shownThreshold();
  const [, finishes, cancels] = last(wrong.list, threshold);
  const share = (count, total) => total ? ` (${percent(count / total)})` : "";
  const { finish, cancel } = wrong.totals;
  setText(find("curve-words"),
    `At ${percent(threshold)}: ${finishes} of ${cancel} meant to cancel finish` +
    `${share(finishes, cancel)}, ${cancels} of ${finish} meant to finish cancel` +
    `${share(cancels, finish)}.`);
  moveLines(figure, threshold, 1, 1);
}

// MARK: What can be moved

/** The threshold that is shown: the chosen one, or that of the gesture at hand. */
function shownThreshold() {
  const verdict = data.gestures[state.gesture]?.verdicts[state.policy];
  return state.threshold ?? verdict?.threshold ?? 0.3;
}

function showControls() {
  const values = { threshold: shownThreshold(), velocity: velocity() };
  const { verdicts } = data.gestures[state.gesture];
  const whole = verdicts[state.policy]?.whole_mm;
  const flickWhole = verdicts[data.policies.findIndex((it) => it.follows_velocity)]?.whole_mm;
  const ways = {
    threshold: percent(values.threshold) +
      (whole ? `, ${short(values.threshold * whole, 1)} mm` : ""),
    velocity: flickWhole ? `${short(values.velocity * flickWhole, 0)} mm/s` :
      speed(values.velocity),
  };
  for (const name of ["threshold", "velocity"]) {
    const number = find(name);
    if (document.activeElement !== number || Number(number.value) !== values[name]) {
      number.value = String(values[name]);
    }
    const slider = find(`${name}-slider`);
    if (document.activeElement !== slider) slider.value = String(values[name]);
    slider.setAttribute("aria-valuetext", ways[name]);
    setText(find(`${name}-way`), ways[name]);
  }
  find("policy").value = data.policies[state.policy].name;
  if (find("all")) find("all").checked = state.all;
  if (find("filter")) find("filter").value = state.filter;
  find("reset").disabled = state.threshold === null && state.velocity === null &&
    state.policy === data.policy && !state.all;
  const found = answer(state.gesture, state.policy);
  const name = `${data.policies[state.policy].name}: ${found ? found.outcome : "none"}`;
  setText(find("now-verdict"), found ? `${name} – ${reason(found)}` : name);
  find("now-verdict").className = found ? found.outcome : "none";
  setText(find("which"), `${state.gesture + 1} of ${data.gestures.length}`);
  copying();
}

let telling = 0;

/** Tells the verdict to a screen reader, once the hand rests. */
function tell() {
  clearTimeout(telling);
  telling = setTimeout(() => {
    setText(find("status"), `${percent(shownThreshold())}: ${find("now-verdict").textContent}`);
  }, 400);
}

let drawn = "";

function show() {
  articles.forEach((article, index) => { article.hidden = index !== state.gesture; });
  showGesture(state.gesture);
  const key = `${state.policy} ${velocity()}`;
  if (drawn !== key) {
    showTurns();
    drawCurve();
    drawn = key;
  }
  showOverview();
  showControls();
  tellCurve();
}

// MARK: The URL

let storing = 0;

function hash() {
  const words = new URLSearchParams();
  if (state.threshold !== null) words.set("t", String(state.threshold));
  if (state.velocity !== null) words.set("v", String(state.velocity));
  if (state.gesture > 0) words.set("g", String(state.gesture + 1));
  if (state.policy !== data.policy) words.set("p", data.policies[state.policy].name);
  if (state.all) words.set("all", "1");
  if (state.filter) words.set("f", state.filter);
  if (state.sort) words.set("s", state.sort);
  return words.toString();
}

/** Puts what was chosen into the URL: at once, or once the hand rests. */
function store(delay = 250) {
  clearTimeout(storing);
  storing = setTimeout(() => {
    if (location.hash.replace(/^#/, "") !== hash()) location.hash = hash();
  }, delay);
}

function restore() {
  const words = new URLSearchParams(location.hash.replace(/^#/, ""));
  const anchor = /^#g(\d+)$/.exec(location.hash);
  const number = (name) => {
    const value = words.get(name);
    const number = value === null || value.trim() === "" ? NaN : Number(value);
    return Number.isFinite(number) && number >= 0 ? number : null;
  };
  state.threshold = number("t");
  state.velocity = number("v");
  const gesture = Number(anchor ? anchor[1] : words.get("g")) - 1;
  state.gesture = Number.isInteger(gesture) && articles[gesture] ? gesture : 0;
  const policy = data.policies.findIndex(({ name }) => name === words.get("p"));
  state.policy = policy < 0 ? data.policy : policy;
  state.all = words.get("all") === "1";
  const filters = [...(find("filter")?.options ?? [])].map(({ value }) => value);
  state.filter = filters.includes(words.get("f")) ? words.get("f") : "";
  const sort = words.get("s") ?? "";
  const order = state.sort;
  state.sort = Object.hasOwn(columns, sort.replace(/^-/, "")) ? sort : "";
  show();
  if (order !== state.sort) sortRows();
}

// MARK: Copying

/** The gestures that the policy makes of the recording at hand, and whether all are on the page. */
function sameRecording() {
  const { recording } = data.gestures[state.gesture];
  const { counts, gestures } = data.recordings[recording];
  const list = data.gestures.map((_, index) => index).filter((index) =>
    data.gestures[index].recording === recording && data.gestures[index].verdicts[state.policy]);
  return { list, isWhole: list.length === (counts ? counts[state.policy] : gestures) };
}

/** The digits nearest to a number that options and files take and that are good enough, or null. */
function digits(value, isGood) {
  const places = value < 1 ? 9 : Math.max(0, 9 - String(Math.floor(value)).length);
  const unit = 10 ** -places;
  return [value, value + unit, value - unit].map((near) => fixed(near, places))
    .find((text) => Number(text) >= 0 && Number(text) < 1e9 && isGood(Number(text))) ?? null;
}

/**
 * The chosen threshold and velocity in digits at which all answers to some gestures are the same; null
 * stands for what was not chosen, and for what has no such digits.
 */
function chosenDigits(list) {
  const keep = (threshold, flick) => list.every((index) => {
    const shown = answer(index, state.policy);
    const found = answer(index, state.policy, threshold, flick);
    return !shown || shown.outcome === found.outcome && shown.rule === found.rule;
  });
  const isFlick = data.policies[state.policy].follows_velocity;
  const threshold = state.threshold === null ? null :
    digits(state.threshold, (near) => keep(near));
  const bar = threshold === null ? undefined : Number(threshold);
  const flick = isFlick && velocity() !== data.flick ?
    digits(velocity(), (near) => keep(bar, near)) : null;
  return { threshold, flick, isWhole: (threshold !== null || state.threshold === null) &&
    (flick !== null || !isFlick || velocity() === data.flick) };
}

/** What keeps the gesture from being copied as a test, or "". */
function obstacle() {
  const { list, isWhole } = sameRecording();
  if (!isWhole) return "not all gestures of the recording are on this page";
  return chosenDigits(list).isWhole ? "" : "a test takes numbers of 9 digits, below 1000000000";
}

function copying() {
  const why = obstacle();
  find("copy-test").disabled = why !== "";
  find("copy-test").title = why;
}

/** The members of an object in the order of their names. */
function sorted(members) {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function testText() {
  const { list } = sameRecording();
  const { argument, follows_velocity: isFlick, parameters } = data.policies[state.policy];
  const { threshold, flick } = chosenDigits(list);
  const options = [...data.options];
  if (threshold !== null) options.push("--threshold", threshold);
  else if (data.threshold_option !== null) options.push("--threshold", data.threshold_option);
  const gestures = list.map((index) => {
    const { outcome, rule } = answer(index, state.policy);
    const { expectation, verdicts } = data.gestures[index];
    return sorted({ ...expectation, ...verdicts[state.policy].expectation, outcome, rule });
  });
  const entry = { gestures };
  if (isFlick && flick !== null) {
    entry.policy = { base: argument, fling_backward: Number(flick), fling_forward: Number(flick) };
  } else if (argument === null) {
    entry.policy = parameters;
  } else if (argument !== "threshold") {
    options.push("--policy", argument);
  }
  if (options.length) entry.options = options;
  const { key } = data.recordings[data.gestures[state.gesture].recording];
  return JSON.stringify(
    { recordings: { [key]: sorted(entry) }, schema: "pantograph.expectations/1" }, null, 1);
}

function policyText() {
  const policy = data.policies[state.policy];
  const parameters = { ...policy.parameters };
  const { threshold, flick } = chosenDigits(data.gestures.map((_, index) => index));
  if (policy.follows_threshold || state.threshold !== null) {
    parameters.finish_threshold = threshold === null ? shownThreshold() : Number(threshold);
    // It is another policy now: the name of the file is its own.
    delete parameters.id;
    // What a policy says of touchscreens alone, or of gestures up and down, would win.
    for (const scope of ["touchscreen", "vertical"]) {
      if (parameters[scope]) delete (parameters[scope] = { ...parameters[scope] }).finish_threshold;
    }
  }
  if (policy.follows_velocity) {
    parameters.fling_backward = flick === null ? velocity() : Number(flick);
    parameters.fling_forward = parameters.fling_backward;
  }
  return JSON.stringify(sorted(parameters), null, 1);
}

async function copy(text, what) {
  const field = find("copied-text");
  find("copied").hidden = false;
  field.value = text;
  field.focus();
  field.select();
  let isCopied = false;
  try {
    await navigator.clipboard.writeText(text);
    isCopied = true;
  } catch {
    isCopied = document.execCommand("copy");
  }
  const words = isCopied ? `${what} is copied` : `${what}: copy it from here`;
  setText(find("copied-title"), words);
  setText(find("status"), words);
}

// MARK: Beginning

function choose(change, delay) {
  Object.assign(state, change);
  show();
  store(delay);
  tell();
}

function walk(by) {
  const count = articles.length;
  choose({ gesture: (state.gesture + by + count) % count }, 0);
}

function listen() {
  for (const name of ["threshold", "velocity"]) {
    for (const field of [find(name), find(`${name}-slider`)]) {
      field.addEventListener("input", () => {
        const value = field.value === "" ? NaN : Number(field.value);
        if (Number.isFinite(value) && value >= 0) choose({ [name]: value });
      });
    }
  }
  find("policy").addEventListener("change", ({ target }) => {
    const policy = data.policies.findIndex(({ name }) => name === target.value);
    // A platform's policy is shown as it is, until the threshold is moved again.
    const keeps = data.policies[policy].follows_threshold || state.all;
    choose({ policy, threshold: keeps ? state.threshold : null }, 0);
  });
  find("all")?.addEventListener("change", ({ target }) => choose({ all: target.checked }, 0));
  find("filter")?.addEventListener("change", ({ target }) => choose({ filter: target.value }, 0));
  find("reset").addEventListener("click", () => {
    choose({ threshold: null, velocity: null, policy: data.policy, all: false }, 0);
  });
  find("previous")?.addEventListener("click", () => walk(-1));
  find("next")?.addEventListener("click", () => walk(1));
  find("copy-test").addEventListener("click", () => copy(testText(), "The test"));
  find("copy-policy").addEventListener("click", () => copy(policyText(), "The policy"));
  find("copied-close").addEventListener("click", () => {
    find("copied").hidden = true;
    find("copy-test").focus();
  });
  for (const link of document.querySelectorAll("#gestures a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      choose({ gesture: Number(link.closest("tr").dataset.gesture) }, 0);
      articles[state.gesture].querySelector("h2").focus();
    });
  }
  for (const head of document.querySelectorAll("#gestures thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => {
      const name = head.textContent;
      choose({ sort: state.sort === name ? `-${name}` : name }, 0);
      sortRows();
    });
    head.replaceChildren(button);
  }
  addEventListener("hashchange", restore);
}

if (data.gestures.length) {
  find("controls").hidden = false;
  const filter = document.querySelector(".filter");
  if (filter) filter.hidden = false;
  listen();
  restore();
}
