import { periodInput } from "#lib/contract/evidence/package-input.ts";
import { openPeriod } from "#lib/server/evidence/package/period.ts";
import { route } from "#lib/server/http/route.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";

/**
 * A ZIP with the evidence package of each file decided in a period, streamed while it is made. `X-Evidence-Files` is the number
 * of packages.
 */
export const POST = route(
  {
    access: "evidence.read",
    audit: "evidence_package.period_made",
    limit: { calls: 10, seconds: 60 },
    body: periodInput,
  },
  async ({ body: { language, ...period }, session, actor, audit }) => {
    audit.add({ after: period });
    const asked = { ...period, language: language ?? (await preferredLocale()) };
    const { body, ended, files } = await openPeriod(asked, session.user, actor);
    audit.until(ended.then(() => audit.add({ after: { count: files } })));
    return new Response(body, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="evidence-${period.from.slice(0, 10)}-${period.to.slice(0, 10)}.zip"`,
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
        "x-evidence-files": String(files),
      },
    });
  },
);
