import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from "react";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { ShortCurp } from "#components/core/people/short-curp.tsx";
import { StatusMark } from "#components/kit/marks.tsx";
import type { PersonSummary } from "#lib/core/contract/people/people-search.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { optionForKey } from "@/components/ui/option-keys";
import { PALETTE_ID } from "./palette-key.ts";

export type Option = {
  /** Must not contain personal data, since it becomes an element id. */
  key: string;
  icon: LucideIcon;
  shows: ReactNode;
  /** The shortcut of the same action. */
  keys?: string;
  run: () => void;
};

export type OptionGroup = { heading: string; options: Option[] };

type Props = {
  /** The text field, which keeps the focus. */
  field: RefObject<HTMLInputElement | null>;
  /** Enter was pressed before there was an option, and the text has not changed since. */
  entered: RefObject<boolean>;
  /** Counts the openings of the palette: each begins without a choice. */
  opening: number;
  typed: string;
  groups: readonly OptionGroup[];
  /** Whether Enter must wait for further options. */
  searching: boolean;
};

const idOf = (key: string): string => `${PALETTE_ID}-${encodeURIComponent(key)}`;

/** The listbox of a combobox as in the ARIA Authoring Practices. Until the user chooses, the first option is active. */
export function PaletteOptions({ field, entered, opening, typed, groups, searching }: Props) {
  const t = useTranslations("shell.palette");
  const heading = useId();
  const [choice, setChoice] = useState({ opening, typed, key: "" });
  const options = groups.flatMap((group) => group.options);
  // A choice that was made for another text, or before the palette was opened, does not count.
  const chosen =
    choice.typed === typed && choice.opening === opening ? options.findIndex(({ key }) => key === choice.key) : -1;
  const current = options[Math.max(chosen, 0)];
  const active = current ? idOf(current.key) : null;

  useEffect(() => {
    const input = field.current;
    if (active === null) return input?.removeAttribute("aria-activedescendant");
    input?.setAttribute("aria-activedescendant", active);
    document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active, field]);

  // The field may already contain letters that these options do not take into account.
  const isForFieldText = () => field.current?.value === typed;
  const enter = useEffectEvent(() => {
    if (!entered.current || (!current && searching) || !isForFieldText()) return;
    entered.current = false;
    current?.run();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter waits for the typed text's results: each change of them tries again.
  useEffect(() => enter(), [typed, active, searching]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && current && isForFieldText()) {
      event.preventDefault();
      return current.run();
    }
    const index = optionForKey(event.key, Math.max(chosen, 0), options.length);
    const next = index === null ? undefined : options[index];
    if (!next) return;
    event.preventDefault();
    setChoice({ opening, typed, key: next.key });
  });
  useEffect(() => {
    const input = field.current;
    const listen = (event: KeyboardEvent) => press(event);
    input?.addEventListener("keydown", listen);
    return () => input?.removeEventListener("keydown", listen);
  }, [field]);

  return (
    <div
      role="listbox"
      id={`${PALETTE_ID}-options`}
      aria-label={t("title")}
      className="max-h-[min(24rem,55vh)] overflow-y-auto p-1.5 empty:hidden"
    >
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups (WAI-ARIA), and no fieldset.
        <div key={group.heading} role="group" aria-labelledby={`${heading}-${index}`}>
          <div id={`${heading}-${index}`} aria-hidden className="px-2.5 py-1.5 text-muted-foreground text-xs">
            {group.heading}
          </div>
          {group.options.map(({ key, icon: Icon, shows, keys, run }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys.
            <div
              key={key}
              role="option"
              id={idOf(key)}
              tabIndex={-1}
              aria-selected={key === current?.key}
              onPointerMove={() => setChoice({ opening, typed, key })}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={run}
              className={cn(
                "flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 text-sm",
                key === current?.key && "bg-accent",
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              {shows}
              {keys && (
                <Kbd aria-hidden className="ml-auto">
                  {keys}
                </Kbd>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

export function FoundVerification({ row }: { row: VerificationSummary }) {
  return (
    <>
      {row.title !== null && <span className="min-w-0 flex-1 truncate font-medium">{row.title}</span>}
      <span className={cn("shrink-0 tabular-nums", row.title === null ? "font-medium" : "text-muted-foreground")}>
        {row.tag ?? shortId(row.verification_id)}
      </span>
      {row.title === null && <span className="flex-1" />}
      {row.tax_id !== null && (
        <span translate="no" className="shrink-0 font-mono text-muted-foreground text-xs max-sm:sr-only">
          {row.tax_id}
        </span>
      )}
      <StatusMark status={row.status} />
    </>
  );
}

export function FoundPerson({ person }: { person: PersonSummary }) {
  const words = useTranslations("people");
  return (
    <>
      <span className="min-w-0 truncate font-medium">{person.name ?? words("unnamed")}</span>
      <span className="min-w-0 flex-1 truncate text-muted-foreground text-xs">
        {person.curp !== null && <ShortCurp shown={person.curp} />} {person.birth_year}{" "}
        <span>{person.title ?? person.tag}</span>
      </span>
      <PeopleOutcomeMark outcome={person.outcome} code={person.people_error} />
    </>
  );
}
