"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { PLACED_ROW, placedRow, ROLE, ROW_LINK } from "#components/list/layout.ts";
import { VerificationLink } from "#components/list/verification-link.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import { cn } from "#components/ui/cn.ts";
import type { PersonSummary } from "#lib/contract/people/people-search.ts";
import { CELL, ROW } from "./layout.ts";
import { PeopleOutcomeMark } from "./outcome-mark.tsx";
import { personHref } from "./person-place.ts";
import { ShortCurp } from "./short-curp.tsx";

type Props = {
  person: PersonSummary;
  index: number;
  /** Whether Tab comes to this row. */
  active: boolean;
  /** It is the one that Enter in the field opens. */
  meant: boolean;
};

/** A person in one line. All of it leads to the person, but for the verification's name. */
function PersonRowView({ person, index, active, meant }: Props) {
  const t = useTranslations("people.table");
  const { verification_id: file, name, curp } = person;
  const tabIndex = active ? 0 : -1;
  return (
    <tr {...placedRow(index)} className={cn(PLACED_ROW, "@[56rem]:scroll-mt-36", meant && "bg-accent/60", ROW)}>
      <td {...ROLE.cell} className={CELL.name}>
        <Link
          href={personHref(person)}
          prefetch={false}
          data-row-link
          tabIndex={tabIndex}
          className={cn("block truncate font-medium", ROW_LINK, name === null && "text-muted-foreground italic")}
        >
          {name ?? t("unnamed")}
        </Link>
      </td>
      <td {...ROLE.cell} className={CELL.curp}>
        {curp === null ? (
          <span className="text-muted-foreground">
            <span aria-hidden>–</span>
            <span className="sr-only">{t("noCurp")}</span>
          </span>
        ) : (
          <ShortCurp shown={curp} className="text-xs" />
        )}
      </td>
      <td {...ROLE.cell} className={CELL.outcome}>
        <PeopleOutcomeMark outcome={person.outcome} code={person.people_error} />
      </td>
      <td {...ROLE.cell} className={CELL.verification}>
        <VerificationLink id={file} tag={person.tag} tabIndex={tabIndex} />
      </td>
      <td {...ROLE.cell} className={cn("text-muted-foreground", CELL.at)}>
        <RelativeInstant at={person.at} className="whitespace-nowrap" />
      </td>
    </tr>
  );
}

/** Drawn again when the person changed, not whenever somebody came in above. */
export const PersonRow = memo(PersonRowView);
