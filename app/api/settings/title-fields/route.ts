import { titleFieldsInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { chooseTitleFields } from "#lib/server/titles/fill-titles.ts";
import { getTitleFields } from "#lib/server/titles/title-fields.ts";

/** The chosen fields for the title and tax id of files, the available fields, and the progress of updating files. */
export const GET = route({ access: "settings.read" }, () => getTitleFields());

/** Chooses the fields. Existing files are updated in the background. */
export const PUT = route(
  { access: "settings.manage", stepUp: true, audit: "title_fields.chosen", body: titleFieldsInput },
  async ({ body, audit }) => {
    audit.add({ before: await chooseTitleFields(body), after: body });
    return getTitleFields();
  },
);
