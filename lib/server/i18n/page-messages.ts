import { getMessages } from "next-intl/server";

/*
 * Messages are in each document as they are: one that nothing on the page says is weight for nothing. A page names its own
 * beside these, and parts that are seldom wanted load theirs (`later-messages.tsx`).
 */

/** The messages of the frame of every page behind the sign-in, and of the marks that lists share. */
export async function frameMessages() {
  const { access, people, shell, verification, verifications, views } = await getMessages();
  const { ending, notices } = access;
  const { curpEnds, curpHidden, numbered, outcomes, unnamed } = people;
  const { documentsStatus, incomplete, itemType, notFound, severity, status, time } = verification;
  const { missing, unknown } = verifications.table;
  return {
    access: { ending, notices },
    people: { curpEnds, curpHidden, numbered, outcomes, unnamed },
    shell,
    verification: { documentsStatus, incomplete, itemType, notFound, severity, status, time },
    verifications: { table: { missing, unknown } },
    // The palette finds them by name.
    views: { builtIn: views.builtIn },
  };
}

/** The list of verifications, with all of its filters. */
export async function listMessages() {
  const [{ verification: marks }, { list, review, verification, verifications, views }] = await Promise.all([
    frameMessages(),
    getMessages(),
  ]);
  const { itemError, items } = verification;
  const { possibleCause } = items;
  return { list, review, verification: { ...marks, itemError, items: { possibleCause } }, verifications, views };
}

/** The messages of an officer's morning. */
export async function morningMessages() {
  const { list, morning, review, verifications, ...others } = await getMessages();
  const { difference } = others["review-file"];
  const { filters, table } = verifications;
  return { list, morning, review, "review-file": { difference }, verifications: { filters, table } };
}

/** The messages shared by pages about one object: a verification, a person, a delivery, a webhook. */
export async function factMessages() {
  const { access, list, people: allOfPeople, review, verification, verifications, ...others } = await getMessages();
  // A person's page brings these along.
  const { card, curp, field, lookups, ...people } = allOfPeople;
  return { access, list, people, review, "service-problems": others["service-problems"], verification, verifications };
}
