declare module 'virtual:simulated' {
  /** Machine and cases by the name of the drawings. */
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
