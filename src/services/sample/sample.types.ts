/** What people can try before they have added anything: documents of a company that does not exist. */
export interface Sample {
  readonly knowledgeBase: { readonly name: string; readonly description: string }
  readonly assistant: { readonly name: string; readonly description: string }
  readonly settings: { readonly welcome_message: string; readonly starter_questions: string[] }
  /** Name → text. */
  readonly files: Readonly<Record<string, string>>
}
