import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Remark } from "#components/kit/remark.tsx";
import { foundPeopleOptions } from "#lib/core/browser/people.ts";
import type { CurpFault } from "#lib/core/rules/curp/faults.ts";
import { readCurp } from "#lib/core/rules/curp/read.ts";
import { curpEndsIn } from "#lib/platform/contract/curp-shape.ts";
import { CurpStrip } from "./curp-strip.tsx";
import { fromPeople, personKey } from "./person-place.ts";
import { ShortCurp } from "./short-curp.tsx";

type Props = { curp: string; faults: readonly CurpFault[] };

/** For a CURP that no person has: its faults, and people whose CURP has the same ends. */
export function CurpCheck({ curp, faults }: Props) {
  const t = useTranslations("people.check");
  const wrongLength = faults.some(({ fault }) => fault === "length");
  const ends = curpEndsIn(`${curp.slice(0, 4)}${curp.slice(-2)}`);
  return (
    <section aria-label={t("title")} className="space-y-3 rounded-lg border border-border p-4 text-sm">
      <div role="status" className="space-y-3">
        <h2 className="font-semibold">{t("title")}</h2>
        {!wrongLength && <CurpStrip reading={readCurp(curp)} differences={[]} />}
        <CurpFaults faults={faults} />
      </div>
      {ends !== null && <SameEnds ends={ends} />}
    </section>
  );
}

/** The faults of a CURP in words. A legal CURP may have them, so they only warn. */
export function CurpFaults({ faults }: Pick<Props, "faults">) {
  const t = useTranslations("people.check");
  return (
    <ul className="space-y-1">
      {faults.map((fault) => (
        <li key={JSON.stringify(fault)}>
          <Remark mark="warning">{t(fault.fault, wordsOf(fault))}</Remark>
        </li>
      ))}
    </ul>
  );
}

/** All values as texts: positions in the CURP are not formatted as numbers. */
const wordsOf = ({ fault: _, ...words }: CurpFault): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, value]) => [name, String(value)]));

/** Searches by the shortened CURP of lists. Like any search, it is recorded. */
function SameEnds({ ends }: { ends: string }) {
  const t = useTranslations("people.check");
  const words = useTranslations("people");
  const { data } = useQuery(foundPeopleOptions(ends));
  if (!data) return null;
  if (data.items.length === 0) return <p className="text-muted-foreground">{t("noneAlike")}</p>;
  return (
    <div className="space-y-1.5">
      <h3 className="text-muted-foreground text-xs">{t("alike")}</h3>
      <ul className="space-y-1">
        {data.items.map((person) => (
          <li key={personKey(person)} className="flex flex-wrap gap-x-2">
            <Link href={fromPeople(person)} className="rounded font-medium hover:underline">
              {person.name ?? words("unnamed")}
            </Link>
            {person.curp !== null && <ShortCurp shown={person.curp} className="text-xs leading-5" />}
            <span className="text-muted-foreground text-xs leading-5">
              {[person.birth_year, person.title ?? person.tag].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
