export {
  deletePasswords as DELETE,
  getPasswords as GET,
  putPasswords as PUT,
} from "#lib/edge/server/handlers/account.ts";
