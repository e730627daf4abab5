"use client";

import { Command } from "cmdk";
import { FileSearch, FolderOpen, type LucideIcon, User, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StatusMark } from "#components/page/marks.tsx";
import { PeopleOutcomeMark } from "#components/people/outcome-mark.tsx";
import { personHref, personKey } from "#components/people/person-place.ts";
import { ShortCurp } from "#components/people/short-curp.tsx";
import { shortId } from "#components/ui/copy.tsx";
import type { PersonSummary } from "#lib/contract/people/people-search.ts";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";

/** A group with its heading. */
export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

type Props = { value: string; icon: LucideIcon; onSelect: () => void; children: ReactNode };

export function PaletteItem({ value, icon: Icon, onSelect, children }: Props) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-accent"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      {children}
    </Command.Item>
  );
}

type FoundVerificationsProps = {
  items: readonly VerificationSummary[];
  /** The text as an id, where it may be one: it is offered once the list has nothing like it. */
  id: string | null;
  onOpen: (href: string) => void;
};

const hrefOf = (id: string): string => `/verifications/${encodeURIComponent(id)}`;

/** The verifications that were found, or else the id itself. */
export function FoundVerifications({ items, id, onOpen }: FoundVerificationsProps) {
  const t = useTranslations("shell.palette");
  if (items.length === 0) {
    if (id === null) return null;
    return (
      <PaletteGroup heading={t("byId")}>
        <PaletteItem value={`id:${id}`} icon={FolderOpen} onSelect={() => onOpen(hrefOf(id))}>
          <span className="truncate font-mono text-xs">{id}</span>
        </PaletteItem>
      </PaletteGroup>
    );
  }
  return (
    <PaletteGroup heading={t("verifications")}>
      {items.map((row) => (
        <PaletteItem
          key={row.verification_id}
          value={`verification:${row.verification_id}`}
          icon={FileSearch}
          onSelect={() => onOpen(hrefOf(row.verification_id))}
        >
          <span className="shrink-0 font-medium tabular-nums">{row.tag ?? shortId(row.verification_id)}</span>
          <span className="min-w-0 flex-1 truncate text-muted-foreground">{row.account_name}</span>
          <StatusMark status={row.status} />
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

type FoundPeopleProps = {
  people: readonly PersonSummary[];
  onOpen: (href: string) => void;
  /** To the page where people are searched, with the text in hand. */
  onSearch: () => void;
};

/** The people that were found, and the way to all of them. */
export function FoundPeople({ people, onOpen, onSearch }: FoundPeopleProps) {
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
