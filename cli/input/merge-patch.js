// JSON Merge Patch: how one study changes parts of another.

/** RFC 7396: objects are merged, null takes a member away, anything else replaces. */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
