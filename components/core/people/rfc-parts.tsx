import { useTranslations } from "next-intl";
import { Fact } from "#components/kit/fact.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { type RfcReading, readRfc, sameDate } from "#lib/core/rules/curp/rfc.ts";

/** A tax ID by its parts; empty if it does not have the form of an RFC. */
export function RfcFact({ taxId }: { taxId: string }) {
  const t = useTranslations("people.rfc");
  const reading = readRfc(taxId);
  return (
    reading && (
      <Fact name={t("title")}>
        <RfcParts reading={reading} />
      </Fact>
    )
  );
}

/** An RFC by its parts. An unusual part gives a note, no error, since the SAT has issued RFCs that break its own rule. */
export function RfcParts({ reading, curp = null }: { reading: RfcReading; curp?: string | null }) {
  const t = useTranslations("people.rfc");
  const dates = sameDate(reading, curp);
  if (reading.generic) return <p className="text-[0.8125rem]">{t(`generic.${reading.generic}`)}</p>;
  return (
    <div className="space-y-3 text-[0.8125rem]">
      <dl className="grid w-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {reading.segments.map(({ part, text, problem }) => (
          <div key={part} className="contents">
            <dt className="font-mono">{text}</dt>
            <dd className="text-muted-foreground">
              <span>{t(`part.${reading.of}.${part}`)}</span>
              {problem !== null && (
                <Remark mark="warning" className="gap-1.5 text-medium">
                  {t(`problem.${problem}`, { expected: reading.check_digit })}
                </Remark>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {dates !== null && <Remark mark={dates ? "good" : "warning"}>{t(dates ? "sameDate" : "otherDate")}</Remark>}
    </div>
  );
}
