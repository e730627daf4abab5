"use client";

import { User, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { PeopleOutcomeMark } from "#components/people/outcome-mark.tsx";
import { personHref, personKey } from "#components/people/person-place.ts";
import { ShortCurp } from "#components/people/short-curp.tsx";
import type { PersonSummary } from "#lib/contract/people/people-search.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

type Props = {
  people: readonly PersonSummary[];
  onOpen: (href: string) => void;
  /** To the page where people are searched, with the text in hand. */
  onSearch: () => void;
};

/** The people that were found, and the way to all of them. */
export function FoundPeople({ people, onOpen, onSearch }: Props) {
  const t = useTranslations("shell.palette");
  const words = useTranslations("people");
  return (
    <PaletteGroup heading={t("people")}>
      {people.map((person) => (
        <PaletteItem
          key={personKey(person)}
          value={`person:${personKey(person)}`}
          icon={User}
          onSelect={() => onOpen(personHref(person))}
        >
          <span className="min-w-0 truncate font-medium">{person.name ?? words("unnamed")}</span>
          <span className="min-w-0 flex-1 truncate text-muted-foreground text-xs">
            {person.curp !== null && <ShortCurp shown={person.curp} />} {person.tag}
          </span>
          <PeopleOutcomeMark outcome={person.outcome} code={person.people_error} />
        </PaletteItem>
      ))}
      <PaletteItem value="people" icon={Users} onSelect={onSearch}>
        {t("searchPeople")}
      </PaletteItem>
    </PaletteGroup>
  );
}
