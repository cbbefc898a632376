/** A detectable habit of translated English, and what to write instead (docs/voice.md). */
type Rule = readonly [pattern: RegExp, instead: string]

export const EVERYWHERE: readonly Rule[] = [
  [/\b(?:is|are|was|were) told (?:of|about)\b/i, 'what arrives: “Events”, “receives”'],
  [/\bstands? (?:among|below|beside|here|under|still)\b/i, '“is”, or where to look'],
  [/\banew\b/i, '“again”, “new”'],
  [/\bEmpty: |\bLeft empty,/, '“Optional”, “Default: …”'],
  [/\bnevertheless\b/i, '“anyway”'],
  [/, of which\b|\bof which (?:a|an|the|some)\b/i, 'two sentences, or “including”'],
  [/\bone a line\b/i, '“one per line”'],
  [/\ba (?!once\b)[aeio][a-z]{3,}/, '“an” before a vowel'],
  [/\bslips? of the pen\b|\bat hand\?|\bunwanted mails\b/i, 'the plain word'],
  [/\bmeanwhile\b/i, 'what goes on, or “in the meantime”'],
  [/\bgo(?:es)? on (?:working|with)\b/i, '“keep”, “continue”'],
  [/\b(?:some|every|no|any)body\b/i, '“someone”, “everyone”, “no one”, “anyone”'],
  [/\bfor good\b/i, '“This cannot be undone.”, “indefinitely”'],
  [/\bis (?:not )?(?:[a-z]+ed|read|built) any more\b/i, '“no longer”'],
  [/\b(?:This|That|It) is no (?!longer\b)[a-z]+/, '“is not a”'],
  [/(?<!\b(?:you|they) )\b(?:is|are|was|were) away\b/i, '“down”, “unavailable”'],
  [/\blies? (?:in|on|at|below|under)\b/i, '“is”, “is kept in”'],
  [/\bmend(?:s|ed|ing)?\b/i, '“fix”, “repair”'],
  [/\b(?:by|of|in|at|over|on|from|with) (?:[\w’'-]+ ){1,3}alone\b/i, '“only”'],
  [/(?:^|[.!?*:] )Where (?:an?|no|nothing|there|it|they|someone)\b[^.?]*, /, '“if”, “when”'],
]

export const IN_COMMENTS: readonly Rule[] = [
  [/^\s*(?:\/\*\*|\/\/) (?:What|Whom|Whose|Which) /, 'a noun as the subject'],
  [/^\s*(?:\/\*\*|\/\/) Of /, 'the noun that it describes: “Number of …”, “Name of …”'],
  [/(?<!\b(?:first|some|most|all|one|none|both) )\bof which\b/i, 'two sentences, or “including”'],
  [/\bwhoever\b/i, '“anyone who”'],
  [/\b(?:is|are) (?:told|said)\b/i, 'what happens: “receives”, “returns”'],
]

export const ON_SCREENS: readonly Rule[] = [
  [/^What [a-z ]+ (?:holds?|says|does|answers|becomes)\b(?!.*\?)/, 'a noun as the subject'],
  [/\b(?:keys|knowledge|models) of (?:its|their|your|our) own\b/i, '“your own keys”'],
  [/\b(?:exists?|member of .+|here|there|it|list|yours) already\./i, '“already” before the verb'],
  [/\b(?:this|these|that|no|each) mails?\b|\bby (?:the )?mails?\b|\ba mail is\b/i, '“email”'],
  [/[a-z]'(?:s|t|re|ll|ve|m|d)\b/i, 'the apostrophe ’'],
  [/\bmay (?:ask|read|reply|do|embed|connect)\b/i, '“can”, “is allowed to”'],
]
