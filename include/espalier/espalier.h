/* Espalier for C, and for all languages that can call C: a model, a text, its trees.
 *
 *   espalier_pipeline *pipeline = NULL;
 *   espalier_document *document = NULL;
 *   if (espalier_load("pt", NULL, &pipeline, NULL) == ESPALIER_OK &&
 *       espalier_parse_text(pipeline, text, strlen(text), &document, NULL) == ESPALIER_OK) { ... }
 *   espalier_document_free(document);
 *   espalier_pipeline_free(pipeline);
 *
 * Errors. Functions that can fail return a status, and set what they make only when it is ESPALIER_OK. Where `error` is
 * not NULL it is set, too: to NULL when all went well, else to a value that says what is wrong and where, which the
 * caller frees. No C++ exception leaves this interface, and nothing is printed.
 *
 * Ownership. What a function makes through a pointer to a pointer belongs to the caller, who gives it to the free
 * function of its kind; these take NULL. A `const char *` that is returned belongs to what it was asked of and lives as
 * long as that. All strings are UTF-8; those returned end with a NUL byte, those given to parse do not need one. A
 * document is a value of its own: it may outlive the pipeline that made it.
 *
 * Threads. A pipeline does not change once it is made: any number of threads may parse with it at once. So it is with
 * documents. Nothing may be freed while another thread uses it.
 *
 * Stability. Functions and numbers stay as they are within a major version; new ones are added. Structures are not laid
 * open.
 */
#ifndef ESPALIER_ESPALIER_H_
#define ESPALIER_ESPALIER_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ESPALIER_API __attribute__((visibility("default")))
#else
#define ESPALIER_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum espalier_status {
  ESPALIER_OK = 0,
  ESPALIER_USAGE = 1,  /* something was asked for that does not exist or does not fit together */
  ESPALIER_INPUT = 2,  /* the data is malformed: a model, a text that is not UTF-8, bad CoNLL-U */
  ESPALIER_SYSTEM = 3, /* disk, memory */
  ESPALIER_INTERRUPTED = 4
} espalier_status;

typedef struct espalier_error espalier_error;
typedef struct espalier_pipeline espalier_pipeline;
typedef struct espalier_document espalier_document;

/* `major.minor.patch` of the library that is linked. */
ESPALIER_API const char* espalier_version(void);

/* Errors: the whole message, `file:line: reason` where a place is known; the file (empty: not known); the line, from 1
 * (0: not known). */
ESPALIER_API espalier_status espalier_error_status(const espalier_error* error);
ESPALIER_API const char* espalier_error_message(const espalier_error* error);
ESPALIER_API const char* espalier_error_file(const espalier_error* error);
ESPALIER_API size_t espalier_error_line(const espalier_error* error);
ESPALIER_API void espalier_error_free(espalier_error* error);

/* A pipeline from a model: a file, or the name (`pt_bosque`) or language (`pt`) of an installed one. These are looked
 * for in the folders that the environment variable ESPALIER_MODELS names (between colons), then in `models` and
 * `share/espalier/models` beside the folder of this library. `options` is NULL or `name=value` pairs between spaces:
 *
 *   last=tokens|tags|trees     the last stage that is done (trees)
 *   lines=free|sentence|token  what a line of plain text is (free)
 *   retag=yes|no               tags that CoNLL-U has are made afresh (no)
 *   constraints=yes|no         heads and labels that CoNLL-U has are kept (no)
 *   confidence=yes|no          MISC Conf=, the probability that the head is right (no)
 *   offsets=yes|no             MISC TokenRange=begin:end, in characters of the text (no)
 *   projective=yes|no          trees without crossing arcs only (no)
 *   columns=yes|no             chunks and clauses into MISC, where the model has them (no)
 *   merge-states=yes|no        constituency parsers with a beam: states that look the same are one (no)
 *   beam=N                     configurations that are kept; 0: as in training (0)
 */
ESPALIER_API espalier_status espalier_load(const char* model, const char* options, espalier_pipeline** pipeline,
                                           espalier_error** error);
ESPALIER_API void espalier_pipeline_free(espalier_pipeline* pipeline);

/* Plain text to trees. */
ESPALIER_API espalier_status espalier_parse_text(const espalier_pipeline* pipeline, const char* text, size_t bytes,
                                                 espalier_document** document, espalier_error** error);
/* CoNLL-U to trees: words without tags are tagged, heads are made afresh. */
ESPALIER_API espalier_status espalier_parse_conllu(const espalier_pipeline* pipeline, const char* text, size_t bytes,
                                                   espalier_document** document, espalier_error** error);
ESPALIER_API void espalier_document_free(espalier_document* document);

/* A document in a format: conllu, json (an object a line, one a sentence), penn, svg, html, tree, text and all others
 * that `espalier convert` writes; the same bytes as those of `espalier parse`. `bytes` (may be NULL) becomes the length
 * without the NUL byte. The text is freed by espalier_string_free(). */
ESPALIER_API espalier_status espalier_write(const espalier_document* document, const char* format, char** text,
                                            size_t* bytes, espalier_error** error);
ESPALIER_API void espalier_string_free(char* text);

/* A document to walk through. Sentences are 0..n-1, words of a sentence are 1..n as in CoNLL-U. Out of range is no
 * error: there is nothing there, so that counts are 0, texts empty and heads -1. */
typedef enum espalier_column {
  ESPALIER_FORM = 0,
  ESPALIER_LEMMA = 1,
  ESPALIER_UPOS = 2,
  ESPALIER_XPOS = 3,
  ESPALIER_FEATS = 4,
  ESPALIER_DEPREL = 5,
  ESPALIER_DEPS = 6,
  ESPALIER_MISC = 7
} espalier_column;

ESPALIER_API size_t espalier_sentence_count(const espalier_document* document);
ESPALIER_API size_t espalier_word_count(const espalier_document* document, size_t sentence);
/* Empty where the column says nothing (`_`). */
ESPALIER_API const char* espalier_word(const espalier_document* document, size_t sentence, size_t word,
                                       espalier_column column);
/* The number of the head; 0: the word is the root; -1: not known, as when only tags were asked for. */
ESPALIER_API int32_t espalier_head(const espalier_document* document, size_t sentence, size_t word);

#ifdef __cplusplus
}
#endif

#endif /* ESPALIER_ESPALIER_H_ */
