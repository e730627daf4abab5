import { z } from "zod";
import { isRecord } from "#lib/platform/contract/answer.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { type Attributes, withKnownNames } from "./attributes.ts";

const MAX_VALUES = 50;

/** A boolean; Entra ID without its SCIM feature flag sends the text `True` or `False`. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((text) => text.toLowerCase() === "true"),
]);

const optionalText = (max: number) => z.string().trim().max(max).nullish();
const optionalName = (max: number) => z.string().overwrite(shownText).max(max).nullish();

const email = z.object({
  value: z.string().trim().pipe(z.email().max(320)),
  type: optionalText(50),
  primary: flag.nullish(),
});
/** Directories send entries without a value for attributes that a person lacks: they are ignored. */
const filled = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((given) => {
    const isFilled = (one: unknown) => String((isRecord(one) ? one.value : one) ?? "").trim() !== "";
    return Array.isArray(given) ? given.filter(isFilled) : given;
  }, z.array(entry).max(MAX_VALUES).nullish());

const role = z.union([z.string().transform((value) => ({ value })), z.object({ value: z.string() })]);

const resource = z.object({
  userName: z.string().trim().min(1).max(320),
  externalId: optionalText(255),
  displayName: optionalName(200),
  name: z
    .object({ givenName: optionalName(200), familyName: optionalName(200), formatted: optionalName(400) })
    .nullish(),
  emails: filled(email),
  active: flag.nullish(),
  roles: filled(role),
});

/**
 * Body of POST and PUT, and the result of a PATCH. Names of attributes are compared without case (RFC 7643 §2.1), and
 * unknown attributes are ignored: directories send every mapped attribute.
 */
export const scimUser = z
  .record(z.string(), z.unknown())
  .transform(withKnownNames)
  .pipe(resource)
  .transform(({ userName, externalId, displayName, name, emails, active, roles }, context) => {
    const address =
      emails?.find(({ primary }) => primary) ??
      emails?.find(({ type }) => type?.toLowerCase() === "work") ??
      emails?.[0];
    const found = z
      .email()
      .max(320)
      .safeParse(address?.value ?? userName).data;
    if (found === undefined) {
      context.addIssue({ code: "custom", path: ["userName"], message: "no address, and there is none in emails" });
      return z.NEVER;
    }
    return {
      userName,
      externalId: externalId || null,
      displayName: displayName || (name?.givenName || name?.familyName ? null : name?.formatted?.slice(0, 200)) || null,
      givenName: name?.givenName || null,
      familyName: name?.familyName || null,
      email: found,
      /** Null where the directory does not say. */
      active: active ?? null,
      /** Null where the directory sends none. */
      roles: roles ? [...new Set(roles.map(({ value }) => value.slice(0, 255)))] : null,
    };
  });

/** An account as the directory describes it. */
export type DirectoryUser = z.output<typeof scimUser>;

/** The name that the dashboard shows. */
export const nameOf = ({ displayName, givenName, familyName, userName, email }: DirectoryUser): string =>
  (displayName || [givenName, familyName].filter(Boolean).join(" ") || shownText(userName) || email).slice(0, 200);

/** The attributes of an account, on which a PATCH works. */
export const attributesOf = (user: DirectoryUser): Attributes => ({
  userName: user.userName,
  externalId: user.externalId,
  displayName: user.displayName,
  name: { givenName: user.givenName, familyName: user.familyName },
  emails: [{ value: user.email, type: "work", primary: true }],
  active: user.active,
  roles: user.roles?.map((value, index) => ({ value, primary: index === 0 })) ?? null,
});
