/** The change of a field by a command. */
export type Change =
  /** A value added where there was none. */
  | { field: string; kind: "added"; value: unknown }
  /** A value removed without a successor. */
  | { field: string; kind: "gone"; value: unknown }
  | { field: string; kind: "changed"; before: unknown; after: unknown }
  /** The entries added to a list and removed from it. */
  | { field: string; kind: "list"; added: string[]; removed: string[] };

type Fields = Record<string, unknown> | null;

/** The changed fields of an entry, each before and after; `from` comes first. */
export function fieldChanges(before: Fields, after: Fields): Change[] {
  // The database sorts shorter names first: `to` before `from`.
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted(
    (a, b) => Number(b === "from") - Number(a === "from"),
  );
  return fields.flatMap((field): Change[] => {
    const [was, is] = [before?.[field], after?.[field]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (was === undefined) return [{ field, kind: "added", value: is }];
    if (is === undefined) return [{ field, kind: "gone", value: was }];
    if (!Array.isArray(was) || !Array.isArray(is)) return [{ field, kind: "changed", before: was, after: is }];
    const [old, fresh] = [was.map(String), is.map(String)];
    const added = fresh.filter((one) => !old.includes(one));
    const removed = old.filter((one) => !fresh.includes(one));
    return added.length + removed.length === 0 ? [] : [{ field, kind: "list", added, removed }];
  });
}
