"use client";

import { useState } from "react";
import { holdRows } from "./view/hold-rows.ts";

type Row = { verification_id: string };

/**
 * The rows to show. While `held`, fresh rows fill in contents but move nothing; `show` lets them in. Rows of another
 * list (another `list` name) always replace what was shown.
 */
export function useHeldRows<T extends Row>(list: string, fresh: readonly T[], held: boolean, complete: boolean) {
  const [shown, setShown] = useState({ list, rows: fresh });
  const holding = held && shown.list === list;
  const { rows, waiting } = holding ? holdRows(shown.rows, fresh, complete) : { rows: fresh, waiting: 0 };
  // Kept while rendering, since the next answer is laid over what this one shows.
  if (rows !== shown.rows || list !== shown.list) setShown({ list, rows });
  return { rows, waiting, show: () => setShown({ list, rows: fresh }) };
}
