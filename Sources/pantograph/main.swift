print("pantograph")
