import {
  linkAcceptance,
  linkMailInput,
  linkToken,
  newConsentRequest,
  newUser,
  setupInput,
  userChange,
} from "#lib/access/contract/access-input.ts";
import { acceptLink, findLink, redeemSetupLink } from "#lib/access/server/access-links.ts";
import {
  changeUser,
  createUser,
  removeFactorOf,
  renewLink,
  withdrawInvitation,
} from "#lib/access/server/change-users.ts";
import {
  declineConsent,
  giveConsent,
  readConsent,
  requestConsent,
  requireConsent,
} from "#lib/access/server/consent.ts";
import { mailLink } from "#lib/access/server/mail-link.ts";
import { browserCookie } from "#lib/access/server/session.ts";
import { endSession, endSessions, listSessions } from "#lib/access/server/sessions.ts";
import { listUsers } from "#lib/access/server/users.ts";
import { assertTakesReviews, readHeld, reassignReviews } from "#lib/desk/server/review/reassign.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { isMailConfigured } from "#lib/platform/server/mail/send.ts";

/**
 * Switches the consent of a second admin on, and answers the number of links that were revoked thereby. No route
 * switches it off: an admin could then act without consent.
 */
export const postConsent = route(
  "POST /api/consent",
  { access: "users.manage", stepUp: true, audit: "consent.required" },
  async ({ session, audit }) => {
    const ended_links = await requireConsent({ by: session.user.id });
    audit.add({ after: { ended_links } });
    return { ended_links };
  },
);

export const postConsentRequests = route(
  "POST /api/consent/requests",
  { access: "users.manage", stepUp: true, body: newConsentRequest, audit: "consent.asked" },
  async ({ body, session, audit }) => {
    audit.add(await requestConsent({ ...body, by: session.user.id }));
  },
);

/** Consents to the request and executes it; a resulting link is answered once. */
export const postConsentRequest = route(
  "POST /api/consent/requests/{consent_id}",
  { access: "users.manage", stepUp: true, audit: "consent.given" },
  async ({ params: { consent_id: id }, session, audit, actor }) => {
    const { link, details } = await giveConsent({ id, by: session.user.id, actor });
    audit.add(details);
    return { link };
  },
);

/** Declines a request, or withdraws the caller's own. */
export const deleteConsentRequest = route(
  "DELETE /api/consent/requests/{consent_id}",
  { access: "users.manage", stepUp: true, audit: "consent.declined" },
  async ({ params: { consent_id: id }, session, audit }) => {
    audit.add(await declineConsent({ id, by: session.user.id }));
  },
);

/** Sets a password by a one-time link. Writes its own audit entry: only the link identifies the caller. */
export const postInvitations = route(
  "POST /api/invitations",
  { access: "public", body: linkAcceptance, audit: null, perMinute: 30 },
  async ({ actor, body: acceptance }) => {
    const browser = await browserCookie();
    const accepted = await acceptLink({ acceptance, actor, browser: browser.token });
    if (accepted.browser) browser.save(accepted.browser);
    return json({ email: accepted.email }, 201);
  },
);

/** The owner of a link. A read by POST: a token must not appear in a URL. */
export const postInvitationsCheck = route(
  "POST /api/invitations/check",
  { access: "public", body: linkToken, audit: null, perMinute: 60 },
  async ({ body }) => {
    const { purpose, email, name, expires_at } = await findLink(body.token);
    return { purpose, email, name, expires_at };
  },
);

/** Writes its own entry: the caller is identified only afterwards. */
export const postSetup = route(
  "POST /api/setup",
  { access: "public", body: setupInput, audit: null, perMinute: 20 },
  async ({ actor, body }) => {
    await redeemSetupLink(body, actor);
    return json({ success: true }, 201);
  },
);

export const getUsers = route("GET /api/users", { access: "users.manage" }, async () => {
  const [{ items }, consent] = await Promise.all([listUsers(), readConsent()]);
  return { items, consent, mail: isMailConfigured() };
});

/** Answers the link of the invitation, once. */
export const postUsers = route(
  "POST /api/users",
  { access: "users.manage", stepUp: true, body: newUser, audit: "user.added" },
  async ({ body, session, audit }) => {
    const user = await createUser({ ...body, by: session.user.id });
    audit.add({ ids: { user_id: user.id }, after: { role: user.role, invited: user.invite_url !== undefined } });
    return json(user, 201);
  },
);

/** Mails a link, which the caller was shown before, to its account. The link is in the body, since addresses are logged. */
export const postUsersLinkMails = route(
  "POST /api/users/link-mails",
  { access: "users.manage", stepUp: true, body: linkMailInput, audit: "user.link_mailed", perMinute: 20 },
  async ({ body, session, audit }) => {
    const { user_id, mail } = await mailLink({ ...body, by: session.user });
    audit.add({ ids: { user_id }, after: mail });
    return mail;
  },
);

export const patchUser = route(
  "PATCH /api/users/{user_id}",
  { access: "users.manage", stepUp: true, body: userChange, audit: "user.changed" },
  async ({ params: { user_id: id }, body: { reviews_to, ...change }, session, audit }) => {
    if (reviews_to !== undefined) await assertTakesReviews(reviews_to);
    const { before, after, user } = await changeUser({ id, change, by: session.user.id });
    const given = reviews_to === undefined ? undefined : await reassignReviews(id, reviews_to, session.user);
    audit.add({ before, after: { ...after, reviews_given: given } });
    return user;
  },
);

export const deleteUser = route(
  "DELETE /api/users/{user_id}",
  { access: "users.manage", stepUp: true, audit: "user.withdrawn" },
  async ({ params: { user_id: id }, session }) => {
    await withdrawInvitation({ id, by: session.user.id });
  },
);

/** A new invitation, or a reset of the password alone; the link is answered once. */
export const postUserLink = route(
  "POST /api/users/{user_id}/link",
  { access: "users.manage", stepUp: true, audit: "user.link_renewed" },
  async ({ params: { user_id: id }, session, audit }) => {
    const link = await renewLink({ id, by: session.user.id });
    audit.add({ after: { purpose: link.purpose } });
    return json(link, 201);
  },
);

/** The unresolved reviews of an account, to be handed over before the account loses the right to decide. */
export const getUserReviews = route("GET /api/users/{user_id}/reviews", { access: "users.manage" }, ({ params }) =>
  readHeld(params.user_id),
);

/** For users who have lost their second factor. */
export const deleteUserSecondFactor = route(
  "DELETE /api/users/{user_id}/second-factor",
  { access: "users.manage", stepUp: true, audit: "user.second_factor_removed" },
  async ({ params: { user_id: id }, session }) => {
    await removeFactorOf({ id, by: session.user.id });
  },
);

export const getUserSessions = route(
  "GET /api/users/{user_id}/sessions",
  { access: "users.manage" },
  ({ params: { user_id: userId }, session }) => listSessions({ userId, current: session.idHash }),
);

export const deleteUserSessions = route(
  "DELETE /api/users/{user_id}/sessions",
  { access: "users.manage", stepUp: true, audit: "user.sessions_ended" },
  async ({ params: { user_id }, audit }) => {
    audit.add({ after: { ended: await endSessions(database().pool, user_id) } });
  },
);

export const deleteUserSession = route(
  "DELETE /api/users/{user_id}/sessions/{session_id}",
  { access: "users.manage", stepUp: true, audit: "user.session_ended" },
  async ({ params: { user_id, session_id } }) => {
    if (!(await endSession(database().pool, user_id, session_id))) throw notFound("This session");
  },
);
