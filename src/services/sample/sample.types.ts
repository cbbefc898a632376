/** Content that people can try before they have added any: documents of a fictional company. */
export interface Sample {
  readonly knowledgeBase: { readonly name: string; readonly description: string }
  readonly assistant: { readonly name: string; readonly description: string }
  readonly settings: { readonly welcome_message: string; readonly starter_questions: string[] }
  /** Name → text. */
  readonly files: Readonly<Record<string, string>>
}
