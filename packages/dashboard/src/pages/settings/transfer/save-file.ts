/** Where bytes go until they are a file of the person. */
export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Makes a file of the written content. */
  close(): Promise<void>;
  /** Drops the written content. */
  abort(): Promise<void>;
}

interface FilePicker {
  showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle>;
}

/** A piece of this size leaves the memory of the page. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Opens a dialog for a file, in browsers that can write to one. The others download it when it is complete.
 * @returns undefined if the person cancels
 */
export async function openFile(name: string, type: string): Promise<FileSink | undefined> {
  const { showSaveFilePicker } = globalThis as FilePicker;
  if (showSaveFilePicker === undefined) return openDownload(name, type);
  try {
    const handle = await showSaveFilePicker({ suggestedName: name });
    // The file gets its content when the writer is closed, and keeps its old content if the writer is aborted.
    const writer = await handle.createWritable();
    return { write: (bytes) => writer.write(bytes), close: () => writer.close(), abort: () => writer.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Collects pieces, which browsers move to the disk, and downloads them as one file. */
function openDownload(name: string, type: string): FileSink {
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const flush = (): void => {
    pieces.push(new Blob(waiting, { type }));
    waiting = [];
    bytes = 0;
  };
  return {
    async write(piece) {
      waiting.push(piece);
      bytes += piece.length;
      if (bytes >= pieceBytes) flush();
    },
    async close() {
      flush();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(pieces, { type }));
      link.download = name;
      link.click();
      // The browser reads it after this.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    async abort() {
      pieces.length = 0;
    },
  };
}
