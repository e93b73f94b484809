import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These take minutes: begun last, they would be waited for alone. */
const long = ['test/faults/faults.test.ts', 'test/process/broken-store.test.ts', 'test/process/start-and-stop.test.ts'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
