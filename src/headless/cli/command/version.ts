/** What runs: the version with its commit, and the environment of the add-in. */
import { version } from "../../../../package.json";
import { environmentOfNamespace, NAMESPACE } from "../../../numbers/language/environment";

/** The build adds the commit. Code that runs without a build has none. */
declare const BUILD_VERSION: string | undefined;

export const VERSION = typeof BUILD_VERSION === "undefined" ? version : BUILD_VERSION;

/** The environment's name, such as "test". */
export const ENVIRONMENT_NAME = environmentOfNamespace(NAMESPACE);
