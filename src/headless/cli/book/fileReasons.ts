/** Reasons for people why a file cannot be read or written. */

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file or folder.",
  ENOTDIR: "its folder is a file.",
  EISDIR: "it is a folder.",
  EACCES: "you have no permission.",
  EPERM: "you have no permission, or it is open in another program.",
  EBUSY: "it is open in another program. Close it there.",
  ETXTBSY: "it is open in another program. Close it there.",
  EEXIST: "another program is writing it. Try again.",
  ENOSPC: "the disk is full.",
  EDQUOT: "your disk quota is used up.",
  EFBIG: "it is too large for the disk.",
  EROFS: "the disk is read-only.",
  EIO: "the disk has failed.",
  EPIPE: "the program that reads it has ended.",
  ELOOP: "it is a link that leads to itself.",
  ENAMETOOLONG: "its name is too long.",
  ENXIO: "it is a device, a pipe or a socket.",
  ERR_FS_FILE_TOO_LARGE: "it is larger than 2 GB.",
};

export function reasonOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
