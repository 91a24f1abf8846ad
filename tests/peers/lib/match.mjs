// SPDX-License-Identifier: MIT
// Partial matching of JSON values, as everything_plan.json explains it.

/** Undefined when `value` matches; else a text that says where it does not. */
export function mismatch(value, pattern, path = '') {
  const wrong = () => `${path || '/'}: expected ${JSON.stringify(pattern)}, got ${JSON.stringify(value)?.slice(0, 300)}`;
  if (pattern === null || typeof pattern !== 'object') return Object.is(value, pattern) ? undefined : wrong();
  if (pattern.$contains !== undefined) {
    return typeof value === 'string' && value.includes(pattern.$contains) ? undefined : wrong();
  }
  if (pattern.$at_least !== undefined) {
    return (Array.isArray(value) ? value.length : value) >= pattern.$at_least ? undefined : wrong();
  }
  if (value === null || typeof value !== 'object') return wrong();
  if (Array.isArray(pattern) && !(Array.isArray(value) && value.length === pattern.length)) return wrong();
  for (const [key, inner] of Object.entries(pattern)) {
    const found = mismatch(value[key], inner, `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
