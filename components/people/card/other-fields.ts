import type { Person } from "#lib/contract/people/person.ts";

type Fields = Record<string, unknown>;

/** What the service told of a person beyond the interface, each field where it stood. */
export function otherFieldsOfPerson({ other_fields, external_identities }: Person): Fields {
  const { curp } = external_identities;
  return joined(other_fields, {
    external_identities: joined(external_identities.other_fields, {
      curp: curp
        ? joined(curp.other_fields, {
            applicant_data: curp.applicant_data?.other_fields ?? {},
            evidentiary_document_data: curp.evidentiary_document_data?.other_fields ?? {},
          })
        : {},
    }),
  });
}

/** What a record has of its own, and what is left within its known fields. */
function joined(own: Fields, within: Record<string, Fields>): Fields {
  return {
    ...own,
    ...Object.fromEntries(Object.entries(within).filter(([, fields]) => Object.keys(fields).length > 0)),
  };
}
