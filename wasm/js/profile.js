// The privacy profile of a training set: piece by piece, so that progress is seen and a cancel is
// heard.
import { Telling } from "./data-rows.js";
import { ExpostError } from "./errors.js";
import { withStudyData } from "./study-data.js";

/**
 * @import { DataRows, Profile, ProfileOptions } from "expost"
 * @import { Answer, Instance } from "./module.js"
 */

/**
 * Makes columns of doubles of numbers by row or by ε, wherever they are in a profile.
 *
 * @param {Answer} value
 */
function typedColumns(value) {
  for (const [key, part] of Object.entries(value)) {
    if (Array.isArray(part) && typeof part[0] !== "object") value[key] = Float64Array.from(part);
    else if (part !== null && typeof part === "object") typedColumns(part);
  }
  return value;
}

/**
 * Runs `use` with the held-out rows' handle; what is wrong in them is said to be there.
 *
 * @template T
 * @param {Instance} instance
 * @param {DataRows | null | undefined} heldOut
 * @param {object} study
 * @param {import("./data-rows.js").Watching} watching
 * @param {(handle: number | undefined) => T | Promise<T>} use
 */
async function withHeldOut(instance, heldOut, study, watching, use) {
  if (heldOut === undefined || heldOut === null) return use(undefined);
  let read = false;
  try {
    return await withStudyData(instance, heldOut, study, watching, (handle) => {
      read = true;
      return use(handle);
    });
  } catch (error) {
    if (read || !(error instanceof ExpostError)) throw error;
    const { type, code, pointer, message } = error;
    throw new ExpostError({ type, code, pointer: `/heldOut${pointer}`, message }, { cause: error });
  }
}

/**
 * @param {Instance} instance
 * @param {DataRows} data
 * @param {object} study
 * @param {ProfileOptions} options
 * @returns {Promise<Profile>}
 */
export async function profileOf(instance, data, study, { heldOut, onProgress, signal, ...options }) {
  const watching = { onProgress, signal };
  const opened = (/** @type {number} */ handle) => void instance.call("check-profile", { data: handle, ...options });
  return withStudyData(instance, data, study, { ...watching, opened }, (handle) =>
    withHeldOut(instance, heldOut, study, watching, async (heldOutHandle) => {
      const request = { data: handle, heldOut: heldOutHandle, ...options };
      const telling = new Telling({ onProgress, signal });
      for (;;) {
        const { finished, ...answer } = instance.call("profile", request);
        if (finished) return typedColumns(answer);
        await telling.now(answer);
      }
    }),
  );
}
