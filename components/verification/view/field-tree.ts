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
/** An answer may hold ten megabytes; a page may not. */
const MAX_NODES = 1_000;

type Branch = { children: FieldNode[]; hidden: number };
type Budget = { left: number };

/** The fields as a tree of at most a thousand nodes; `hidden` counts the fields of the first level that are left out. */
export function fieldTree(fields: Record<string, unknown>): Branch {
  return branch(Object.entries(fields), 0, { left: MAX_NODES });
}

function branch(entries: [string, unknown][], depth: number, budget: Budget): Branch {
  const shown = depth >= MAX_DEPTH ? [] : entries.slice(0, Math.min(MAX_CHILDREN, budget.left));
  budget.left -= shown.length;
  return {
    children: shown.map(([name, value]) => fieldNode(name, value, depth + 1, budget)),
    hidden: entries.length - shown.length,
  };
}

function fieldNode(name: string, value: unknown, depth: number, budget: Budget): FieldNode {
  if (value === null || value === undefined) return leaf(name, "null", "null");
  if (typeof value === "object") {
    const isList = Array.isArray(value);
    const entries: [string, unknown][] = isList
      ? value.map((entry, index) => [String(index + 1), entry])
      : Object.entries(value);
    return { name, text: null, kind: isList ? "list" : "object", ...branch(entries, depth, budget) };
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
