export {
  deleteScimUser as DELETE,
  getScimUser as GET,
  patchScimUser as PATCH,
  putScimUser as PUT,
} from "#lib/edge/server/handlers/scim.ts";
