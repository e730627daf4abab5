import { originalsInput, titleFieldsInput } from "#lib/core/contract/verifications/verification-input.ts";
import { chooseTitleFields } from "#lib/core/server/titles/fill-titles.ts";
import { getTitleFields as readTitleFields } from "#lib/core/server/titles/title-fields.ts";
import { readOriginals, setOriginals } from "#lib/core/server/verifications/originals.ts";
import { route } from "#lib/edge/server/http/route.ts";

export const getOriginals = route("GET /api/settings/originals", { access: "settings.read" }, () => readOriginals());

export const putOriginals = route(
  "PUT /api/settings/originals",
  { access: "settings.manage", stepUp: true, audit: "originals.changed", body: originalsInput },
  async ({ body, audit }) => {
    audit.add({ before: await setOriginals(body), after: body });
    return readOriginals();
  },
);

/** The chosen fields for the title and tax id of files, the available fields, and the progress of updating files. */
export const getTitleFields = route("GET /api/settings/title-fields", { access: "settings.read" }, () =>
  readTitleFields(),
);

/** Chooses the fields. Existing files are updated in the background. */
export const putTitleFields = route(
  "PUT /api/settings/title-fields",
  { access: "settings.manage", stepUp: true, audit: "title_fields.chosen", body: titleFieldsInput },
  async ({ body, audit }) => {
    audit.add({ before: await chooseTitleFields(body), after: body });
    return readTitleFields();
  },
);
