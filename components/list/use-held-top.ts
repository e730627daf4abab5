"use client";

import { useState } from "react";

/**
 * The rows to show, newest first: while `held`, those that come in above wait, so that nothing moves under the pointer.
 * `list` names what was asked for: rows of another list replace what was shown.
 */
export function useHeldTop<Row>(
  list: string,
  rows: readonly Row[],
  held: boolean,
  isNewer: (one: Row, other: Row) => boolean,
) {
  const [first] = rows;
  const [known, setKnown] = useState({ list, top: first });
  const holding = held && known.list === list && known.top !== undefined;
  if (!holding && (known.list !== list || known.top !== first)) setKnown({ list, top: first });
  const { top } = known;
  const shown = holding && top ? rows.filter((row) => !isNewer(row, top)) : rows;
  return { rows: shown, waiting: rows.length - shown.length, show: () => setKnown({ list, top: first }) };
}
