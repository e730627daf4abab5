import { sampleParams, sampleSignOff } from "#lib/contract/review/sample-input.ts";
import { route } from "#lib/server/http/route.ts";
import { signSample } from "#lib/server/review/samples.ts";

/** Signs the worksheet in the state that the digest names; its results can't be changed afterwards. */
export const POST = route(
  {
    access: "samples.review",
    stepUp: true,
    audit: "review_sample.signed",
    params: sampleParams,
    body: sampleSignOff,
    limit: { calls: 10, seconds: 60 },
  },
  async ({ params: { sample_id }, body: { digest }, user, audit }) => {
    audit.add({ after: { digest } });
    audit.add({ after: await signSample(sample_id, digest, user) });
  },
);
