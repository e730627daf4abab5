import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { curpIn, holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";

const DEBOUNCE_MS = 80;

/** The state of a search; `idle` if there is no text. */
type SearchResult<Item> = {
  state: "idle" | "searching" | "failed" | "found";
  items: readonly Item[];
  /** Cause of a failure. */
  error?: Error;
};

/** The results of a text, requested when typing pauses. Results of an earlier text are not returned. */
export function useFound<Answer extends { items: readonly unknown[] }, Key extends QueryKey>(
  text: string | null,
  optionsOf: (text: string) => UseQueryOptions<Answer, Error, Answer, Key>,
): SearchResult<Answer["items"][number]> {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text ?? ""), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({ ...optionsOf(settled), enabled: settled !== "" });
  if (!text) return { state: "idle", items: [] };
  if (settled === text && error) return { state: "failed", items: [], error };
  if (settled !== text || !data) return { state: "searching", items: [] };
  return { state: "found", items: data.items };
}

const NAME_PATTERN = /^(?=.*\p{L}.*\p{L}.*\p{L})[\p{L}\p{M}'’. -]+$/u;

/** Whether a text may be a person's name: words of letters, with three letters or more in total. */
export const looksLikeName = (typed: string): boolean => NAME_PATTERN.test(typed.trim());

/** The format of ids: a UUID, or a prefix of letters and a long rest, as in `ver_gQxf8jwGH6AqkHqTn6YR8g`. */
const ID_PATTERN = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[a-z]{2,10}_[\w-]{8,180})$/i;

type TypedSearch = {
  /** Text for the search of files, which is posted; null if no file can have it as id, tag or title. */
  search: string | null;
  /** An id to open, even if no event named it. */
  id: string | null;
  /** The text contains a CURP or an identifying part of one, so it must not appear in addresses and request lines. */
  personal: boolean;
};

/** The possible meanings of a typed text. */
export function readTyped(typed: string): TypedSearch {
  const text = typed.trim();
  const personal = holdsPartOfCurp(text);
  return {
    // No file has a CURP as its name, but a tag such as `CASO-260115` may look like a part of one.
    search: text.length > 0 && text.length <= 200 && curpIn(text) === null ? text : null,
    id: !personal && ID_PATTERN.test(text) ? text : null,
    personal,
  };
}
