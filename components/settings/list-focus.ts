import { type RefObject, useEffect, useRef, useState } from "react";

type ListFocus = {
  list: RefObject<HTMLUListElement | null>;
  adding: RefObject<HTMLButtonElement | null>;
  /** Focuses the first field of a row that was just appended. */
  onAdded: () => void;
  /** Focuses the button that adds a row, since the removed row had the focus. */
  onRemoved: () => void;
};

/** The focus of a list of rows that can be added and removed. */
export function useListFocus(): ListFocus {
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState(false);
  useEffect(() => {
    if (!added) return;
    list.current?.lastElementChild?.querySelector("input")?.focus();
    setAdded(false);
  }, [added]);
  return { list, adding, onAdded: () => setAdded(true), onRemoved: () => adding.current?.focus() };
}
