import { titleFieldsInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { chooseTitleFields } from "#lib/server/titles/fill-titles.ts";
import { getTitleFields } from "#lib/server/titles/title-fields.ts";

/** Which fields of the service's answers are a file's title and tax id, which there are, and how far the files are with it. */
export const GET = route({ access: "settings.read" }, () => getTitleFields());

/** Chooses them. The files that are there are brought up to date in the background. */
export const PUT = route(
  { access: "settings.manage", stepUp: true, audit: "title_fields.chosen", body: titleFieldsInput },
  async ({ body, audit }) => {
    audit.add({ before: await chooseTitleFields(body), after: body });
    return getTitleFields();
  },
);
