export {
  deletePasswords as DELETE,
  getPasswords as GET,
  putPasswords as PUT,
} from "#lib/server/handlers/account.ts";
