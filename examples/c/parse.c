/* Parses a text with a model and prints each word with its head.
 *
 *   cc -std=c99 examples/c/parse.c -Iinclude -Lbuild -lespalier -Wl,-rpath,$PWD/build -o parse
 *   ./parse pt "O jardineiro poda as macieiras no inverno."
 */
#include <espalier/espalier.h>
#include <stdio.h>
#include <string.h>

static int complain(espalier_error* error) {
  fprintf(stderr, "parse: %s\n", espalier_error_message(error));
  espalier_error_free(error);
  return 2;
}

static void print_words(const espalier_document* document) {
  for (size_t sentence = 0; sentence < espalier_sentence_count(document); ++sentence) {
    for (size_t word = 1; word <= espalier_word_count(document, sentence); ++word) {
      const int32_t head = espalier_head(document, sentence, word);
      const char* head_form = head > 0 ? espalier_word(document, sentence, (size_t)head, ESPALIER_FORM) : "-";
      printf("%s\t%s\t%s\t%s\n", espalier_word(document, sentence, word, ESPALIER_FORM),
             espalier_word(document, sentence, word, ESPALIER_UPOS),
             espalier_word(document, sentence, word, ESPALIER_DEPREL), head_form);
    }
    printf("\n");
  }
}

int main(int argc, char** argv) {
  espalier_pipeline* pipeline = NULL;
  espalier_document* document = NULL;
  espalier_error* error = NULL;
  if (argc != 3) {
    fprintf(stderr, "usage: parse MODEL TEXT\n");
    return 2;
  }
  if (espalier_load(argv[1], NULL, &pipeline, &error) != ESPALIER_OK) return complain(error);
  if (espalier_parse_text(pipeline, argv[2], strlen(argv[2]), &document, &error) != ESPALIER_OK) {
    espalier_pipeline_free(pipeline);
    return complain(error);
  }
  print_words(document);
  espalier_document_free(document);
  espalier_pipeline_free(pipeline);
  return 0;
}
