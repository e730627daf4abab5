import { json, route } from "#lib/edge/server/http/route.ts";
import { letterInput } from "#lib/outbound/contract/letters/letter-input.ts";
import { addLetter, listLetters } from "#lib/outbound/server/letters/letters.ts";

export const getLetters = route(
  "GET /api/verifications/{verification_id}/letters",
  { access: "verifications.read" },
  ({ params, session }) => listLetters(params.verification_id, session.user),
);

/** Queues a letter to the customer; its result follows as a live change. */
export const postLetters = route(
  "POST /api/verifications/{verification_id}/letters",
  { access: "reviews.decide", audit: "letter.sent", perMinute: 30, body: letterInput },
  async ({ params, body, session, audit }) => {
    audit.add({ ids: { letter_id: body.letter_id } });
    const { letter, isNew } = await addLetter({ ...params, ...body }, session.user);
    audit.add({ after: { characters: letter.text.length, ...(!isNew && { repeated: true }) } });
    return json(letter, isNew ? 201 : 200);
  },
);
