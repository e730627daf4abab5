export {
  deleteKeyReplacementSwitched as DELETE,
  postKeyReplacementSwitched as POST,
} from "#lib/server/handlers/keys.ts";
