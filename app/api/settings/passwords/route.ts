export {
  deletePasswords as DELETE,
  getPasswords as GET,
  putPasswords as PUT,
} from "#lib/server/access/account-handlers.ts";
