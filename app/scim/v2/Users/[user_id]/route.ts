export {
  deleteScimUser as DELETE,
  getScimUser as GET,
  patchScimUser as PATCH,
  putScimUser as PUT,
} from "#lib/server/scim/handlers.ts";
