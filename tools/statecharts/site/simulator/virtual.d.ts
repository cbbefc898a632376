declare module 'virtual:simulated' {
  /** Machine and cases by drawing name. */
  export const simulated: Readonly<
    Record<
      string,
      | {
          readonly machine: import('xstate').AnyStateMachine
          readonly model: import('../../../../tests/harness/model/model.ts').Model<
            import('xstate').AnyStateMachine
          >
        }
      | undefined
    >
  >
}
