import { newSample } from "#lib/contract/review/sample-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { drawSample, listSamples } from "#lib/server/review/samples.ts";

/** The drawn samples of decisions, newest first. */
export const GET = route({ access: "samples.review" }, () => listSamples());

/** Draws a sample of the decisions of a period and stores it. */
export const POST = route(
  { access: "samples.review", audit: "review_sample.drawn", body: newSample, limit: { calls: 20, seconds: 60 } },
  async ({ body, user, audit }) => {
    const { sample_id, ...drawn } = await drawSample(body, user);
    const { from, to, exception, user: officer, resolution, together } = body;
    const filter = Object.entries({ exception, officer, resolution, together }).filter(([, value]) => value !== null);
    audit.add({ ids: { sample_id }, after: { from, to, ...Object.fromEntries(filter), ...drawn } });
    return json({ sample_id }, 201);
  },
);
