/** A branch of the other fields, ready to be shown: nothing is dropped silently, what is cut says so. */
export type FieldNode = {
  name: string;
  /** Null for an object or a list. */
  text: string | null;
  kind: "text" | "number" | "boolean" | "null" | "object" | "list";
  children: FieldNode[];
  /** How many entries or characters are not shown. */
  hidden: number;
};

const MAX_DEPTH = 8;
const MAX_CHILDREN = 100;
const MAX_TEXT = 2_000;

export function fieldTree(fields: Record<string, unknown>): FieldNode[] {
  return Object.entries(fields).map(([name, value]) => fieldNode(name, value, 1));
}

function fieldNode(name: string, value: unknown, depth: number): FieldNode {
  if (value === null || value === undefined) return leaf(name, "null", "null");
  if (typeof value === "object") {
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.map((entry, index) => [String(index + 1), entry])
      : Object.entries(value);
    const shown = depth >= MAX_DEPTH ? [] : entries.slice(0, MAX_CHILDREN);
    return {
      name,
      text: null,
      kind: Array.isArray(value) ? "list" : "object",
      children: shown.map(([child, entry]) => fieldNode(child, entry, depth + 1)),
      hidden: entries.length - shown.length,
    };
  }
  if (typeof value === "string") {
    return { ...leaf(name, value.slice(0, MAX_TEXT), "text"), hidden: Math.max(0, value.length - MAX_TEXT) };
  }
  return leaf(name, String(value), typeof value === "boolean" ? "boolean" : "number");
}

const leaf = (name: string, text: string, kind: FieldNode["kind"]): FieldNode => ({
  name,
  text,
  kind,
  children: [],
  hidden: 0,
});
