"use client";

import { useMemo, useState } from "react";
import { countUpdated, holdRows, type KeyOf } from "./hold-rows.ts";

/**
 * The rows to show. While `held`, fresh rows fill in contents but move nothing, and `updated` tells how many wait for
 * `show`. Rows of another list (another `list` name) always replace what was shown.
 */
export function useHeldRows<T>(list: string, fresh: readonly T[], held: boolean, complete: boolean, keyOf: KeyOf<T>) {
  const [shown, setShown] = useState({ list, rows: fresh, before: fresh });
  const holding = held && shown.list === list;
  const next = useMemo(
    () => (holding ? holdRows(shown.rows, fresh, complete, keyOf) : null),
    [holding, shown, fresh, complete, keyOf],
  );
  const rows = next?.rows ?? fresh;
  // Kept while rendering, since the next answer is laid over what this one shows.
  if (rows !== shown.rows || list !== shown.list) setShown({ list, rows, before: next ? shown.before : fresh });
  const updated = useMemo(() => (next ? countUpdated(shown.before, next, keyOf) : 0), [shown.before, next, keyOf]);
  return { rows, updated, show: () => setShown({ list, rows: fresh, before: fresh }) };
}
