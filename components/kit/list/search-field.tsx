import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useState } from "react";
import { SearchBox } from "#components/kit/search-box.tsx";
import { setPeopleSearchText } from "#lib/core/browser/people.ts";
import { curpIn, holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { MAX_LENGTH } from "#lib/platform/contract/url-parameters.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ListName } from "./live-notes.tsx";
import type { LiveList } from "./use-live-rows.ts";

type Props = {
  of: ListName;
  value: string | null;
  onSearch: (text: string | null) => void;
  /** Text that may not stand in an address is posted. Text like a CURP is not, unless `curps too`. */
  posted?: boolean | "curps too";
  list: Pick<LiveList<unknown, unknown>, "field" | "focusRows">;
};

const DEBOUNCE_MS = 300;

/**
 * The search of a list, sent after a pause in typing. A text with a CURP, or with an identifying part of one, is kept
 * out of addresses: Enter passes it to the search of people, and the list's previous search is cleared.
 */
export function SearchField({ of, value, onSearch, posted = false, list }: Props) {
  const t = useTranslations("list.search");
  const words = useTranslations(`${of}.search`);
  const hintId = useId();
  const [text, setText] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  /** The requested search until it is applied; undefined for none. */
  const [requested, setRequested] = useState<string | null>();
  const personal = posted !== "curps too" && (posted ? curpIn(text) !== null : holdsPartOfCurp(text));
  const wanted = personal ? null : text.trim() || null;
  // A change from elsewhere: a removed chip, or Back. The echo of the field's own request is ignored.
  if (value !== known) {
    setKnown(value);
    setRequested(undefined);
    if (value !== requested) setText(value ?? "");
  }
  const ask = useCallback(
    (next: string | null) => {
      if (next === value) return;
      setRequested(next);
      onSearch(next);
    },
    [value, onSearch],
  );
  useEffect(() => {
    if (wanted === value) return;
    if (personal) return ask(null);
    const timer = setTimeout(() => ask(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, value, personal, ask]);
  const router = useRouter();
  const searchPeople = () => {
    setPeopleSearchText(text.trim());
    router.push("/people");
  };
  return (
    <SearchBox
      label={words("label")}
      clearLabel={words("clear")}
      text={text}
      onText={setText}
      onCleared={() => ask(null)}
      field={list.field}
      enterKeyHint="search"
      maxLength={MAX_LENGTH}
      aria-describedby={hintId}
      aria-keyshortcuts="/"
      placeholder={words("placeholder")}
      onKeyDown={(event) => {
        if (event.key === "Enter") personal ? searchPeople() : ask(wanted);
        if (event.key === "ArrowDown" && list.focusRows()) event.preventDefault();
      }}
      className="h-8 text-[0.8125rem] basis-full @2xl:max-w-xs @2xl:basis-32"
    >
      <Alert
        id={hintId}
        role="status"
        className="absolute top-full left-0 z-20 mt-1 block w-max max-w-full border-medium/40 px-3 py-2 text-xs shadow-black/10 shadow-lg empty:hidden @2xl:max-w-sm"
      >
        {personal && words("personal")}
      </Alert>
      {personal && (
        <Button variant="outline" size="sm" onClick={searchPeople} className="absolute top-0 right-8">
          {t("searchPeople")}
        </Button>
      )}
    </SearchBox>
  );
}
