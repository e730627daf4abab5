import { useTranslations } from "next-intl";
import { CopyRequest, WhatToDo } from "#components/kit/what-to-do.tsx";
import { lookupOutcome, type Person, peopleOutcome } from "#lib/core/contract/people/person.ts";

type Props = { person: Person; verificationId: string; tag: string | null };

/** The next step of a person's lookup. For a failed lookup, also a text without personal data that requests another one. */
export function LookupToDo({ person, verificationId, tag }: Props) {
  const t = useTranslations("people.todo");
  const lookup = lookupOutcome(person);
  const todo = t(peopleOutcome(person));
  const { people_id, shareholder_id } = person;
  // Without a number, the request could name the person by personal data alone.
  if (lookup.state !== "failed" || people_id === null) return <WhatToDo todo={todo} />;
  const { code } = lookup;
  const success = code === null ? false : null;
  const facts = { verification_id: verificationId, tag, people_id, shareholder_id, people_error: code, success };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <WhatToDo todo={todo} />
      <CopyRequest todo={todo} facts={facts} adds="lookup" />
    </div>
  );
}
