// plot_points TITLE X Y: reads lines `series<TAB>x<TAB>y<TAB>label` and prints a scatter plot as SVG, x logarithmic.
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "report/plot.h"

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "usage: plot_points TITLE X Y < points.tsv\n";
    return 2;
  }
  std::map<std::string, espalier::report::ScatterSeries> series;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream fields(line);
    std::string name;
    std::string x;
    std::string y;
    std::string label;
    if (!std::getline(fields, name, '\t') || !std::getline(fields, x, '\t') || !std::getline(fields, y, '\t')) {
      std::cerr << "not a point: " << line << '\n';
      return 2;
    }
    std::getline(fields, label, '\t');
    series[name].name = name;
    series[name].points.push_back({std::strtod(x.c_str(), nullptr), std::strtod(y.c_str(), nullptr), label});
  }
  espalier::report::PlotOptions options;
  options.title = arguments[1];
  options.x.label = arguments[2];
  options.x.log = true;
  options.y.label = arguments[3];
  options.width = 860;
  options.height = 520;
  std::vector<espalier::report::ScatterSeries> all;
  for (const auto& [name, each] : series) all.push_back(each);
  std::cout << espalier::report::scatter_plot(options, all) << '\n';
}
