import { useTranslations } from "next-intl";
import { RfcParts } from "#components/core/people/rfc-parts.tsx";
import { Section } from "#components/kit/section.tsx";
import { curpOf, type Person } from "#lib/core/contract/people/person.ts";
import { segmentsOf, textFields } from "#lib/core/contract/verifications/title-fields.ts";
import { type RfcReading, readRfc } from "#lib/core/rules/curp/rfc.ts";

/** The RFC among the fields that the interface does not define, explained; empty without one. */
export function RfcSection({ person, fields }: { person: Person; fields: object }) {
  const t = useTranslations("people.rfc");
  const reading = rfcIn(fields);
  if (!reading) return null;
  return (
    <Section id="rfc" title={t("title")}>
      <p translate="no" className="mb-3 font-mono text-lg leading-none">
        {reading.text}
      </p>
      <RfcParts reading={reading} curp={curpOf(person)} />
    </Section>
  );
}

const RFC_FIELD_NAME = /(?:^|_)rfc(?:$|_)|^tax_?id$/i;

/** The first field with a name like RFC or tax id and a value in the form of an RFC. */
function rfcIn(fields: object): RfcReading | null {
  for (const [pointer, text] of textFields(fields)) {
    const reading = RFC_FIELD_NAME.test(segmentsOf(pointer).at(-1) ?? "") ? readRfc(text) : null;
    if (reading) return reading;
  }
  return null;
}
